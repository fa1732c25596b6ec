import { isDeepStrictEqual } from 'node:util';
import { parseDocument, Scalar } from 'yaml';
import type { TextField } from '#lib/content/admin/texts/text-kinds.ts';
import { splitFrontMatter } from '#lib/platform/content/markdown-source.server.ts';
import { type ContentObject, isObject } from '#lib/platform/content/overlay.ts';
import { UnreadableText } from '#lib/platform/content/text-source.ts';

/** Returns the values of a form for the fields of a document. */
export function formValues(fields: readonly TextField[], value: unknown): Record<string, string> {
  const currentFields = isObject(value) ? value : {};
  return Object.fromEntries(fields.map(({ name }) => [name, fieldText(currentFields[name])]));
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/**
 * Returns the document as Markdown, from the previous text and the fields of a form. Front matter that the form does
 * not change keeps its notation.
 */
export function markdownOf(
  fields: readonly TextField[],
  previousText: string,
  storedValue: unknown,
  input: Readonly<Record<string, unknown>>,
): string {
  const currentFields = isObject(storedValue) ? storedValue : {};
  const frontMatter = parseDocument(frontMatterOf(previousText), { schema: 'core' });
  for (const field of fields) {
    if (field.input === 'body') continue;
    const value = fieldValue(field, input[field.name]);
    const isOmitted = currentFields[field.name] === undefined && isMissing(value);
    if (!isOmitted && !isDeepStrictEqual(value, currentFields[field.name]))
      frontMatter.set(field.name, nodeOf(frontMatter, value ?? null));
  }
  return `---\n${frontMatter.toString({ lineWidth: 0 })}---\n${bodyOf(currentFields, input.body)}`;
}

/** Returns the front matter, which is empty for a new text and for a text whose front matter can't be read. */
function frontMatterOf(text: string): string {
  try {
    return splitFrontMatter(text).frontMatter;
  } catch (error) {
    if (error instanceof UnreadableText) return '';
    throw error;
  }
}

/** Returns the value of a field; undefined for an optional field without a value, unless it is a list of words. */
function fieldValue({ input, isOptional }: TextField, fieldInput: unknown): unknown {
  const text = typeof fieldInput === 'string' ? fieldInput.trim() : '';
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

/** Returns a YAML node. Quotes a text with `---`, because a line that ends in `---` would end the front matter. */
function nodeOf(frontMatter: ReturnType<typeof parseDocument>, value: unknown): unknown {
  const node = frontMatter.createNode(value);
  if (typeof value === 'string' && node instanceof Scalar && value.includes('---')) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

function bodyOf(currentFields: ContentObject, bodyInput: unknown): string {
  const body = typeof bodyInput === 'string' ? bodyInput.replaceAll('\r\n', '\n').trim() : '';
  const currentBody = typeof currentFields.body === 'string' ? currentFields.body : '';
  return body === currentBody.trim() ? currentBody : `\n${body}\n`;
}
