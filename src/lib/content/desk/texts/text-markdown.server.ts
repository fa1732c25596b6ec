import { isDeepStrictEqual } from 'node:util';
import { parseDocument, Scalar } from 'yaml';
import type { TextField } from '#lib/content/desk/texts/text-kinds.ts';
import { splitFrontMatter } from '#lib/platform/content/markdown-source.server.ts';
import { type ContentObject, isObject } from '#lib/platform/content/overlay.ts';
import { UnreadableText } from '#lib/platform/content/text-source.ts';

type Typed = Readonly<Record<string, unknown>>;

/** The values of a form for the fields of a document. */
export function formValues(fields: readonly TextField[], value: unknown): Record<string, string> {
  const current = isObject(value) ? value : {};
  return Object.fromEntries(fields.map(({ name }) => [name, fieldText(current[name])]));
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/**
 * The document as Markdown, from `before` and the fields of a form. Front matter that the form does not change keeps
 * its notation.
 */
export function markdownOf(fields: readonly TextField[], before: string, stored: unknown, typed: Typed): string {
  const current = isObject(stored) ? stored : {};
  const head = parseDocument(frontMatterOf(before), { schema: 'core' });
  for (const field of fields) {
    if (field.input === 'body') continue;
    const value = fieldValue(field, typed[field.name]);
    const isOmitted = current[field.name] === undefined && isMissing(value);
    if (!isOmitted && !isDeepStrictEqual(value, current[field.name])) head.set(field.name, nodeOf(head, value ?? null));
  }
  return `---\n${head.toString({ lineWidth: 0 })}---\n${bodyOf(current, typed.body)}`;
}

/** Empty for a new text, and for a text whose front matter can't be read. */
function frontMatterOf(text: string): string {
  try {
    return splitFrontMatter(text).frontMatter;
  } catch (error) {
    if (error instanceof UnreadableText) return '';
    throw error;
  }
}

/** Undefined for an optional field without a value, except for a list of words, which is then empty. */
function fieldValue({ input, isOptional }: TextField, typed: unknown): unknown {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (input === 'words') return entriesOf(text);
  if (text === '' && isOptional) return undefined;
  if (input === 'number') return /^\d+$/.test(text) ? Number(text) : text;
  return input === 'paragraph' ? linesOf(text).join(' ') : text;
}

function isMissing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function entriesOf(text: string): string[] {
  const entries = linesOf(text.replaceAll(',', '\n'));
  return entries.filter((entry) => entry !== '');
}

/** A line that ends in `---` would end the front matter. */
function nodeOf(head: ReturnType<typeof parseDocument>, value: unknown): unknown {
  const node = head.createNode(value);
  if (typeof value === 'string' && node instanceof Scalar && value.includes('---')) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

function bodyOf(current: ContentObject, typed: unknown): string {
  const body = typeof typed === 'string' ? typed.replaceAll('\r\n', '\n').trim() : '';
  const before = typeof current.body === 'string' ? current.body : '';
  return body === before.trim() ? before : `\n${body}\n`;
}
