import type { Post } from '#lib/content/blog.ts';
import type { FaqCategory } from '#lib/content/faq.ts';
import { isoDay } from '#lib/fields/calendar-day.ts';
import type { JsonLd } from '#lib/seo/json-ld.ts';

interface Site {
  siteUrl: string;
  shopName: string;
}

export function articleJsonLd(post: Post, image: string | undefined, { siteUrl, shopName }: Site): JsonLd {
  const shop = { '@type': 'Organization', name: shopName, url: `${siteUrl}/` };
  return {
    '@type': 'BlogPosting',
    headline: post.name,
    description: post.description,
    url: `${siteUrl}/blogs/${post.slug}`,
    ...(image && { image: siteUrl + image }),
    datePublished: isoDay(post.date),
    ...(post.updated && { dateModified: isoDay(post.updated) }),
    author: shop,
    publisher: shop,
  };
}

export function faqJsonLd(categories: FaqCategory[]): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: categories.flatMap(({ questions }) =>
      questions.map(({ ques, ans }) => ({
        '@type': 'Question',
        name: ques,
        acceptedAnswer: { '@type': 'Answer', text: ans },
      })),
    ),
  };
}
