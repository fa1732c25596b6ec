import type { Article } from '#lib/content/content/journal/journal.ts';
import { type Picture, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { partOfHtml, type SafeHtml, withoutElements } from '#lib/platform/html/safe-html.ts';

export type ArticlePart = { html: SafeHtml } | { productSlug: string };

/** Matches `::product{slug="…"}` on a separate line. Rendering may have replaced its quotes with typographic quotes. */
const PRODUCT_LINE = /<p>::product\{slug=(?:&quot;|["“”])([a-z0-9-]+)(?:&quot;|["“”])\}<\/p>/g;

/** Splits the HTML of an article at the lines that embed products. */
export function articleParts(html: SafeHtml): ArticlePart[] {
  const parts: ArticlePart[] = [];
  let start = 0;
  for (const match of html.matchAll(PRODUCT_LINE)) {
    addHtml(parts, partOfHtml(html, start, match.index));
    parts.push({ productSlug: match[1] ?? '' });
    start = match.index + match[0].length;
  }
  addHtml(parts, partOfHtml(html, start));
  return parts;
}

export function withoutProducts(html: SafeHtml): SafeHtml {
  return withoutElements(html, PRODUCT_LINE);
}

export function embeddedProductSlugs(html: SafeHtml): string[] {
  return [...new Set(articleParts(html).flatMap((part) => ('productSlug' in part ? part.productSlug : [])))];
}

function addHtml(parts: ArticlePart[], html: SafeHtml): void {
  if (html) parts.push({ html });
}

const IMAGE_WIDTH = 800;

export function articleJson(article: Article, picture: Picture | undefined) {
  return {
    id: article.slug,
    slug: article.slug,
    name: article.name,
    featured_image: picture ? pictureUrl(picture.hash, IMAGE_WIDTH, 'webp') : null,
    created_at: article.date.toISOString(),
    content: withoutProducts(article.html),
    description: article.description,
    tags: article.tags,
  };
}
