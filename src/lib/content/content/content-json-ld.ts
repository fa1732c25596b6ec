import type { FaqCategory } from '#lib/content/content/faq.ts';
import type { ArticleSummary } from '#lib/content/content/journal/journal.ts';
import { isoDay } from '#lib/primitives/calendar-day.ts';
import type { JsonLd } from '#lib/shop/seo/json-ld.ts';
import { organizationJsonLd } from '#lib/shop/seo/organization-json-ld.ts';

interface Site {
  siteUrl: string;
  shopName: string;
  /** The path of the logo; undefined if the shop has no logo. */
  logo?: string | undefined;
}

export function articleJsonLd(
  article: ArticleSummary,
  image: string | undefined,
  { siteUrl, shopName, logo }: Site,
): JsonLd {
  const shop = organizationJsonLd(siteUrl, shopName, logo);
  return {
    '@type': 'BlogPosting',
    headline: article.name,
    description: article.description,
    url: `${siteUrl}/blogs/${article.slug}`,
    ...(image && { image: siteUrl + image }),
    datePublished: midnightInIndia(article.date),
    dateModified: midnightInIndia(article.updated ?? article.date),
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

/** Returns midnight with India's time zone, because without a time zone each reader would assume its own. */
function midnightInIndia(day: Date): string {
  return `${isoDay(day)}T00:00:00+05:30`;
}

/** Returns the HTML with absolute links, because search engines show it on their own pages. */
function withAbsoluteLinks(html: string, page: string): string {
  return html.replaceAll(/(<a\b[^>]*?\shref=")([^"]*)(")/g, (_link, start: string, href: string, end: string) => {
    return start + (URL.canParse(href, page) ? new URL(href, page).href : href) + end;
  });
}
