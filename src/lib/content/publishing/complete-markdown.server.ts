import { parseDocument } from 'yaml';
import { splitFrontMatter } from '#lib/platform/content/markdown-source.server.ts';
import type { ContentObject } from '#lib/platform/content/overlay.ts';

/** Returns the text with its fields changed to `mergedFields`. Fields that don't change keep their notation. */
export function completeMarkdown(
  text: string,
  fields: ContentObject,
  { body, ...mergedFields }: ContentObject,
): string {
  const parts = splitFrontMatter(text);
  const frontMatter = parseDocument(parts.frontMatter, { schema: 'core' });
  for (const name of Object.keys(fields)) if (name !== 'body' && !(name in mergedFields)) frontMatter.delete(name);
  for (const [name, value] of Object.entries(mergedFields)) if (fields[name] !== value) frontMatter.set(name, value);
  return `---\n${String(frontMatter)}---\n${fields.body === body ? parts.body : body}`;
}
