// Lengths in graphemes (product.md, "Blog"): a text longer than its MAX length is cut to its CUT length.
const MAX_TITLE_LENGTH = 50;
const CUT_TITLE_LENGTH = 40;
const MAX_CONTENT_LENGTH = 250;
const CUT_CONTENT_LENGTH = 60;

export function cutTitle(title: string): string {
  return cut(title, MAX_TITLE_LENGTH, CUT_TITLE_LENGTH);
}

export function cutContent(content: string): string {
  return cut(content, MAX_CONTENT_LENGTH, CUT_CONTENT_LENGTH);
}

const GRAPHEMES = new Intl.Segmenter('en-IN');

/** Returns the text, cut between graphemes so that no accent or vowel sign is separated from its letter. */
function cut(text: string, maxLength: number, cutLength: number): string {
  let graphemeCount = 0;
  let end = 0;
  for (const { index } of GRAPHEMES.segment(text)) {
    if (graphemeCount === cutLength) end = index;
    if (++graphemeCount > maxLength) return `${text.slice(0, end).trimEnd()}…`;
  }
  return text;
}
