import { type CollectionEntry, getCollection } from 'astro:content';
import { type FaqCategory, splitQuestions } from '#lib/content/faq.ts';
import { fillPlaceholders } from '#lib/content/placeholders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { cleanHtml, plainText } from '#lib/platform/html/clean-html.server.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export async function faqCategories(): Promise<FaqCategory[]> {
  const entries = await getCollection('faq');
  return entries.sort((a, b) => a.data.order - b.data.order).map(categoryOf);
}

/** Throws `not_found`. */
export async function faqDetail(slug: string): Promise<{ name: string; slug: string; faqs_detail: object[] }> {
  const category = (await faqCategories()).find((candidate) => candidate.slug === slug);
  if (!category) throw new ShopError('not_found', 'There is no such category of questions.');
  return {
    name: category.name,
    slug,
    faqs_detail: category.questions.map(({ id, ques, ans }) => ({ _id: id, ques, ans })),
  };
}

function categoryOf({ id, data, rendered }: CollectionEntry<'faq'>): FaqCategory {
  const html = cleanHtml(fillPlaceholders(rendered?.html ?? '', shopSettings));
  return { _id: id, name: data.name, slug: data.slug, questions: splitQuestions(html, plainText) };
}
