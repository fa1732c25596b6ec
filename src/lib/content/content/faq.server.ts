import { type FaqCategory, splitQuestions } from '#lib/content/content/faq.ts';
import { renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { FAQ_CATEGORIES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import { NO_HTML } from '#lib/platform/html/safe-html.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Returns the visible categories of questions in their order, with their questions as HTML. */
export function faqCategories({ db }: Pick<Shop, 'db'>): Promise<FaqCategory[]> {
  const content = contentOf(db);
  return content.memo('faq', () => {
    const categories = [...content.visibleIn(FAQ_CATEGORIES)].sort(([, a], [, b]) => a.order - b.order);
    return renderCategories(categories, shopSettings(db));
  });
}

type CategoryDocument = ReturnType<typeof FAQ_CATEGORIES.schema.parse>;

/** Returns categories with their questions as HTML. An `id` is the name of the category's document. */
export async function renderCategories(
  categories: readonly (readonly [id: string, category: CategoryDocument])[],
  settings: ShopSettings,
): Promise<FaqCategory[]> {
  const texts = categories.map(([, { body }]) => body);
  const renderedTexts = await renderMarkdown(texts, settings);
  return categories.map(([id, { name, slug }], index) => {
    return { _id: id, name, slug, questions: splitQuestions(renderedTexts[index]?.html ?? NO_HTML, plainText) };
  });
}

/** Returns a category with its questions. Throws a ShopError `not_found` if no category has this slug. */
export async function faqDetail(shop: Pick<Shop, 'db'>, slug: string) {
  const category = (await faqCategories(shop)).find((candidate) => candidate.slug === slug);
  if (!category) throw new ShopError('not_found', 'There is no such category of questions.');
  return {
    name: category.name,
    slug,
    faqs_detail: category.questions.map(({ id, ques, ans }) => ({ _id: id, ques, ans })),
  };
}
