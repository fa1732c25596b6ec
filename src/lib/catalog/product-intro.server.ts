import type { ProductTable } from '#lib/platform/db/tables.ts';
import { plainText } from '#lib/platform/html/clean-html.server.ts';
import { storedHtml } from '#lib/platform/html/owners-html.server.ts';

/** What search engines show of a description, and a buyer reads before the fold. */
const MOST_CHARACTERS = 300;
/** Much more than the first sentences need, however many tags stand in them. */
const HTML_READ = 4_000;

const LIST = /<(?:ul|ol|dl|table|h[2-4])\b/;

type Texts = Pick<ProductTable, 'content' | 'long_content' | 'html_rules'>;

/** A product's few words about itself: those that it was given, else the first sentences of its description. */
export function introOf(row: Texts): string {
  if (row.content !== '' || row.long_content === '') return row.content;
  const html = storedHtml(row).slice(0, HTML_READ);
  // The points of a list are no sentences.
  const before = plainText(html.split(LIST, 1)[0] ?? '');
  return firstSentences(before || plainText(html));
}

/** Whole sentences as far as they fit; of a first one that does not, its first words. */
export function firstSentences(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('en-IN', { granularity: 'sentence' }).segment(text)) {
    if (index + segment.trimEnd().length > most) break;
    end = index + segment.length;
  }
  if (end > 0) return text.slice(0, end).trimEnd();
  const cut = text.lastIndexOf(' ', most - 1);
  return `${text.slice(0, cut > 0 ? cut : most - 1)}…`;
}
