import { parseDocument } from 'yaml';
import { splitFrontMatter } from '#lib/platform/content/markdown-source.server.ts';
import type { ContentObject } from '#lib/platform/content/overlay.ts';

/** Returns the text with its fields changed from `fields` to `merged`. Fields that don't change keep their notation. */
export function completeMarkdown(text: string, fields: ContentObject, { body, ...merged }: ContentObject): string {
  const parts = splitFrontMatter(text);
  const head = parseDocument(parts.frontMatter, { schema: 'core' });
  for (const name of Object.keys(fields)) if (name !== 'body' && !(name in merged)) head.delete(name);
  for (const [name, value] of Object.entries(merged)) if (fields[name] !== value) head.set(name, value);
  return `---\n${String(head)}---\n${fields.body === body ? parts.body : body}`;
}
