import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { updateIndexes } from '#lib/content/publishing/content-documents.server.ts';
import { describedChange } from '#lib/content/publishing/difference.ts';
import { applyOverlay, ownPart } from '#lib/platform/content/apply-overlay.server.ts';
import { type CheckResult, checkText, fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { CONTENT_TAG, type Content, contentOf } from '#lib/platform/content/content.server.ts';
import {
  type AvailableFiles,
  type ContentDocument,
  fileOf,
  isFolder,
  problemText,
} from '#lib/platform/content/content-document.ts';
import { splitFrontMatter } from '#lib/platform/content/markdown-source.server.ts';
import { type MergeBase, mergedValue } from '#lib/platform/content/merge-document.server.ts';
import { type ContentObject, isObject } from '#lib/platform/content/overlay.ts';
import { type ContentChange, saveContent } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** A text to save. Omitted fields keep their values; null restores the demo's value, unless the field accepts null. */
export interface TextUpdate {
  document: ContentDocument<unknown>;
  path: string;
  text: string;
}

/** A change with the lines that show it to the owner. */
export interface ShownChange extends ContentChange {
  difference: readonly string[];
  /** All fields of the document, to describe the change with the labels of its form. */
  beforeAndAfter?: readonly [before: unknown, after: unknown];
}

/** Validates all texts. Throws a ShopError `invalid` with a line for each error. */
export function checkTexts(
  texts: readonly TextUpdate[],
  { db }: Pick<Shop, 'db'>,
  availableFiles?: AvailableFiles,
): void {
  const content = contentOf(db);
  const problems = texts.flatMap((text) => validateText(text, content, availableFiles).problems ?? []);
  if (problems.length > 0) throw new ShopError('invalid', problems.map(problemText).join('\n'));
}

/** Validates one text, completed with the current values of the fields that it omits. */
export function validateText(
  { document, path, text }: TextUpdate,
  content: Content,
  availableFiles: AvailableFiles = content.availableFiles,
): CheckResult<unknown> {
  const base = mergeBaseOf(content, document, path);
  const complete = (value: unknown) => mergedValue(document, base, value);
  const before = isFolder(document) ? undefined : content.of(document);
  return checkText(document, { path, text, before }, availableFiles, complete);
}

/** Returns the changes that the texts make. The texts must have been checked with `checkTexts` or `validateText`. */
export function changesOf(texts: readonly TextUpdate[], { db }: Pick<Shop, 'db'>): ShownChange[] {
  return texts.flatMap((text) => changeOf(text, contentOf(db)));
}

function mergeBaseOf(content: Content, document: ContentDocument<unknown>, path: string): MergeBase {
  return { current: content.currentFields(document, path), demoValue: content.demoFields(document, path) };
}

/** Returns the change that the text makes; an empty list if nothing differs from the current values. */
function changeOf({ document, path, text }: TextUpdate, content: Content): ShownChange[] {
  const storedText = content.ownTexts.get(path);
  const isHidden = storedText?.state === 'hidden';
  const base = mergeBaseOf(content, document, path);
  const givenFields = fieldsOf(document, text);
  const mergedFields = mergedValue(document, base, givenFields);
  if (isDeepStrictEqual(mergedFields, base.current) && !isHidden) return [];
  const body = textToStore(document, text, givenFields, mergedFields, base.demoValue);
  const note = isHidden ? ' (was hidden)' : base.current === undefined ? ' (new)' : '';
  const description = describedChange(fileOf(path, document.format) + note, base.current, mergedFields);
  const state = body === undefined ? 'shipped' : 'own';
  return [{ path, state, body: body ?? '', baseVersion: storedText?.version ?? 0, ...description }];
}

/**
 * Returns the text to store: for JSON, only the fields that differ from the demo's, so that the other fields change
 * with new versions of the shop. Returns `undefined` if nothing differs.
 */
function textToStore(
  document: ContentDocument<unknown>,
  text: string,
  fields: unknown,
  mergedFields: unknown,
  demoValue: unknown,
): string | undefined {
  if (isDeepStrictEqual(mergedFields, demoValue)) return undefined;
  if (document.format === 'markdown') {
    const isComplete = !isObject(fields) || !isObject(mergedFields) || isDeepStrictEqual(fields, mergedFields);
    return isComplete ? text : completeMarkdown(text, fields, mergedFields);
  }
  const part = ownPart(document, demoValue, mergedFields);
  // A list is stored as the owner wrote it.
  return part === fields ? text : `${JSON.stringify(part, null, 2)}\n`;
}

/** Returns the text with its fields changed to `mergedFields`. Fields that don't change keep their notation. */
function completeMarkdown(text: string, fields: ContentObject, { body, ...mergedFields }: ContentObject): string {
  const parts = splitFrontMatter(text);
  const frontMatter = parseDocument(parts.frontMatter, { schema: 'core' });
  for (const name of Object.keys(fields)) if (name !== 'body' && !(name in mergedFields)) frontMatter.delete(name);
  for (const [name, value] of Object.entries(mergedFields)) if (fields[name] !== value) frontMatter.set(name, value);
  return `---\n${String(frontMatter)}---\n${fields.body === body ? parts.body : body}`;
}

/**
 * Saves all changes or none. They are visible in every process within two seconds. Throws a ShopError `conflict` if
 * somebody else has changed one of the documents.
 */
export async function publish({ db, now }: Pick<Shop, 'db' | 'now'>, changes: readonly ContentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const time = now();
  const paths = changes.map(({ path }) => path);
  await saveContent(db, changes, {
    tags: [CONTENT_TAG],
    now: time,
    inSameTransaction: (tx) => updateIndexes(tx, paths, time),
  });
  await contentOf(db).reload(db);
}

/** Returns the complete document, with the owner's and the demo's values; an empty string if there is none. */
export function editableText(document: ContentDocument<unknown>, path: string, db: Pick<Shop['db'], 'memo'>): string {
  const content = contentOf(db);
  const storedText = content.ownTexts.get(path);
  const demoText = content.demoText(document, path) ?? '';
  if (!storedText || storedText.state === 'shipped' || storedText.body === '') return demoText;
  if (document.format !== 'json' || !demoText) return storedText.body;
  const ownFields: unknown = fieldsOf(document, storedText.body);
  const mergedFields = applyOverlay(document, fieldsOf(document, demoText), ownFields);
  return mergedFields === ownFields ? storedText.body : `${JSON.stringify(mergedFields, null, 2)}\n`;
}
