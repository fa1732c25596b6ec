import { isDeepStrictEqual } from 'node:util';
import { completeMarkdown } from '#lib/content/publishing/complete-markdown.server.ts';
import { updateIndexes } from '#lib/content/publishing/content-documents.server.ts';
import { differenceLines, recordedFields } from '#lib/content/publishing/difference.ts';
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
import { type MergeBase, mergedValue } from '#lib/platform/content/merge-document.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
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
  const body = textToStore(document, { text, fields: givenFields, mergedFields, demoValue: base.demoValue });
  const difference = [
    fileOf(path, document.format) + (isHidden ? ' (was hidden)' : base.current === undefined ? ' (new)' : ''),
    ...differenceLines(base.current, mergedFields).map((line) => `  ${line}`),
  ];
  const state = body === undefined ? 'shipped' : 'own';
  const fields = recordedFields(base.current, mergedFields);
  const beforeAndAfter = [base.current, mergedFields] as const;
  return [{ path, state, body: body ?? '', baseVersion: storedText?.version ?? 0, difference, beforeAndAfter, fields }];
}

interface MergedText {
  text: string;
  fields: unknown;
  mergedFields: unknown;
  demoValue: unknown;
}

/**
 * Returns the text to store: for JSON, only the fields that differ from the demo's, so that the other fields change
 * with new versions of the shop. Returns `undefined` if nothing differs.
 */
function textToStore(
  document: ContentDocument<unknown>,
  { text, fields, mergedFields, demoValue }: MergedText,
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
