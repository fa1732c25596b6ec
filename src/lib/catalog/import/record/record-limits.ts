/** The longest texts of a product, in characters, and the most entries of its lists: for imports and for forms. */
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
export const SLUG_MESSAGE = 'may hold small letters, digits and hyphens, such as "indigo-kurta"';

/** Text without control characters, lone surrogates, which PostgreSQL rejects, and surrounding whitespace. */
export function cleanText(given: string): string {
  return given
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
