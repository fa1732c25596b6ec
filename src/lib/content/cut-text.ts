/** Limits of product.md, "Blog". */
export const LONGEST_TITLE = 50;
export const CUT_TITLE = 40;
export const LONGEST_CONTENT = 250;
export const CUT_CONTENT = 60;

export function cutTitle(title: string): string {
  return cut(title, LONGEST_TITLE, CUT_TITLE);
}

export function cutContent(content: string): string {
  return cut(content, LONGEST_CONTENT, CUT_CONTENT);
}

/** Counts what people see as one character, so that no accent or vowel sign is cut off its letter. */
function cut(text: string, longest: number, kept: number): string {
  const characters = Array.from(new Intl.Segmenter('en-IN').segment(text), ({ segment }) => segment);
  return characters.length > longest ? `${characters.slice(0, kept).join('').trimEnd()}…` : text;
}
