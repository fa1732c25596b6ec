import { plainText } from '#lib/platform/html/plain-text.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** What search engines show of a description, and a buyer reads before the fold. */
const MOST_CHARACTERS = 300;
const HTML_READ = 4_000;

const LIST = /<(?:ul|ol|dl|table|h[2-4])\b/;

interface Texts {
  content: string;
  long_content: SafeHtml;
}

/** A product's few words about itself: those that it was given, else the first sentences of its description. */
export function introOf(row: Texts): string {
  if (row.content !== '' || row.long_content === '') return row.content;
  const html = row.long_content.slice(0, HTML_READ);
  const before = plainText(html.split(LIST, 1)[0] ?? '');
  return firstSentences(before || plainText(html));
}

let sentences: Intl.Segmenter | undefined;

/** Whole sentences as far as they fit; of a first one that does not, its first words. */
export function firstSentences(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  sentences ??= new Intl.Segmenter('en-IN', { granularity: 'sentence' });
  let end = 0;
  for (const { index, segment } of sentences.segment(text)) {
    if (index + segment.trimEnd().length > most) break;
    end = index + segment.length;
  }
  if (end > 0) return text.slice(0, end).trimEnd();
  const cut = text.lastIndexOf(' ', most - 1);
  return `${text.slice(0, cut > 0 ? cut : most - 1)}…`;
}
