import { parseDocument } from 'yaml';
import { textParts } from '#lib/platform/content/markdown-source.server.ts';
import type { ContentObject } from '#lib/platform/content/overlay.ts';

/**
 * Changes a text with the fields `fields` to have those of `merged`. Fields that don't change keep their notation.
 */
export function completeMarkdown(text: string, fields: ContentObject, { body, ...merged }: ContentObject): string {
  const parts = textParts(text);
  const head = parseDocument(parts.head, { schema: 'core' });
  for (const name of Object.keys(fields)) if (name !== 'body' && !(name in merged)) head.delete(name);
  for (const [name, value] of Object.entries(merged)) if (fields[name] !== value) head.set(name, value);
  return `---\n${String(head)}---\n${fields.body === body ? parts.body : body}`;
}
