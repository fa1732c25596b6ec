import type { Post } from '#lib/content/content/blog/blog.ts';
import type { FaqCategory } from '#lib/content/content/faq.ts';
import { isoDay } from '#lib/primitives/calendar-day.ts';
import type { JsonLd } from '#lib/shop/seo/json-ld.ts';
import { organizationJsonLd } from '#lib/shop/seo/organization-json-ld.ts';

interface Site {
  siteUrl: string;
  shopName: string;
  /** The path of a picture. */
  logo?: string | undefined;
}

export function articleJsonLd(post: Post, image: string | undefined, { siteUrl, shopName, logo }: Site): JsonLd {
  const shop = organizationJsonLd(siteUrl, shopName, logo);
  return {
    '@type': 'BlogPosting',
    headline: post.name,
    description: post.description,
    url: `${siteUrl}/blogs/${post.slug}`,
    ...(image && { image: siteUrl + image }),
    datePublished: midnightInIndia(post.date),
    dateModified: midnightInIndia(post.updated ?? post.date),
    author: shop,
    publisher: shop,
  };
}

export function faqJsonLd(categories: FaqCategory[], siteUrl: string): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: categories.flatMap(({ questions }) =>
      questions.map(({ ques, ans }) => ({
        '@type': 'Question',
        name: ques,
        acceptedAnswer: { '@type': 'Answer', text: withAbsoluteLinks(ans, `${siteUrl}/faq`) },
      })),
    ),
  };
}

/** A date without a time zone would be read in the reader's time zone. */
function midnightInIndia(day: Date): string {
  return `${isoDay(day)}T00:00:00+05:30`;
}

/** Answers are also shown by search engines, where a relative link such as `/returns-policy` does not work. */
function withAbsoluteLinks(html: string, page: string): string {
  return html.replaceAll(/(<a\b[^>]*?\shref=")([^"]*)(")/g, (_link, start: string, href: string, end: string) => {
    return start + (URL.canParse(href, page) ? new URL(href, page).href : href) + end;
  });
}
