import { plainText } from '#lib/platform/html/plain-text.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

const MAX_CHARACTERS = 300;
const MAX_HTML_CHARACTERS = 4_000;

const INTRO_END = /<(?:ul|ol|dl|table|h[2-4])\b/;

/**
 * Returns the intro; if there is none, the first sentences of the description, before the first list, table or heading.
 */
export function introOf(row: { content: string; long_content: SafeHtml }): string {
  if (row.content !== '' || row.long_content === '') return row.content;
  const html = row.long_content.slice(0, MAX_HTML_CHARACTERS);
  const textBeforeEnd = plainText(html.split(INTRO_END, 1)[0] ?? '');
  return firstSentences(textBeforeEnd || plainText(html));
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the whole sentences that fit into `max` characters; if the first sentence is too long, its first words and an
 * ellipsis.
 */
export function firstSentences(text: string, max = MAX_CHARACTERS): string {
  if (text.length <= max) return text;
  segmenter ??= new Intl.Segmenter('en-IN', { granularity: 'sentence' });
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.trimEnd().length > max) break;
    end = index + segment.length;
  }
  if (end > 0) return text.slice(0, end).trimEnd();
  const cutIndex = text.lastIndexOf(' ', max - 1);
  return `${text.slice(0, cutIndex > 0 ? cutIndex : max - 1)}…`;
}
