import { partOfHtml, type SafeHtml, withoutElements } from '#lib/platform/html/safe-html.ts';

export type ArticlePart = { html: SafeHtml } | { product: string };

/** Markdown may have created typographic quotes. */
const PRODUCT_LINE = /<p>::product\{slug=(?:&quot;|["“”])([a-z0-9-]+)(?:&quot;|["“”])\}<\/p>/g;

export function articleParts(html: SafeHtml): ArticlePart[] {
  const parts: ArticlePart[] = [];
  let from = 0;
  for (const line of html.matchAll(PRODUCT_LINE)) {
    addHtml(parts, partOfHtml(html, from, line.index));
    parts.push({ product: line[1] ?? '' });
    from = line.index + line[0].length;
  }
  addHtml(parts, partOfHtml(html, from));
  return parts;
}

export function withoutProducts(html: SafeHtml): SafeHtml {
  return withoutElements(html, PRODUCT_LINE);
}

export function embeddedProducts(html: SafeHtml): string[] {
  return [...new Set(articleParts(html).flatMap((part) => ('product' in part ? part.product : [])))];
}

function addHtml(parts: ArticlePart[], html: SafeHtml): void {
  if (html) parts.push({ html });
}
