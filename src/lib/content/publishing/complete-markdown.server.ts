import { parseDocument } from 'yaml';
import { textParts } from '#lib/platform/content/markdown-source.server.ts';
import type { ContentObject } from '#lib/platform/content/overlay.ts';

/** The text with the fields of `whole` added; existing fields stay as they are. */
export function completeMarkdown(text: string, given: ContentObject, { body, ...whole }: ContentObject): string {
  const parts = textParts(text);
  const head = parseDocument(parts.head, { schema: 'core' });
  for (const name of Object.keys(given)) if (name !== 'body' && !(name in whole)) head.delete(name);
  for (const [name, value] of Object.entries(whole)) if (given[name] !== value) head.set(name, value);
  return `---\n${String(head)}---\n${given.body === body ? parts.body : body}`;
}
