/** The highest price, in rupees. */
export const MAX_RUPEES = 10_000_000;

/** The maximum lengths of a product's texts (in characters) and lists (in entries), for imports and forms. */
export const PRODUCT_LIMITS = {
  slug: 120,
  name: 200,
  content: 2_000,
  longContent: 200_000,
  line: 1_000,
  lines: 100,
  tag: 100,
  tags: 250,
  fibre: 300,
  origin: 300,
  maker: 500,
  seoTitle: 300,
  seoDescription: 1_000,
  categories: 20,
} as const;

export const SLUG = /^[a-z0-9]+([_-]+[a-z0-9]+)*$/;
export const SLUG_MESSAGE =
  'may contain lower-case letters and digits, separated by hyphens or underscores, such as "indigo-kurta"';

/**
 * Returns the text without surrounding whitespace and without control characters, except tabs and line feeds. Lone
 * surrogates, which PostgreSQL rejects, are replaced, and each CRLF is replaced with a line feed.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
