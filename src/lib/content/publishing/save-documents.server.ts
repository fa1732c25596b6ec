import { isDeepStrictEqual } from 'node:util';
import { completeMarkdown } from '#lib/content/publishing/complete-markdown.server.ts';
import { differenceLines, recordedFields } from '#lib/content/publishing/difference.ts';
import { overlaid, ownPart } from '#lib/platform/content/by-field.server.ts';
import { type Checked, checkText, fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { CONTENT_TAG, type Content, contentOf } from '#lib/platform/content/content.server.ts';
import {
  type ContentDocument,
  fileOf,
  isFolder,
  problemText,
  type Surroundings,
} from '#lib/platform/content/content-document.ts';
import { type Below, mergedValue } from '#lib/platform/content/merge-document.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { type ContentChange, saveContent } from '#lib/platform/content/own-content.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Fields that `text` leaves out keep their value; null removes the owner's value. */
export interface GivenText {
  document: ContentDocument<unknown>;
  path: string;
  text: string;
}

/** A change with the lines that show it to the owner. */
export interface ShownChange extends ContentChange {
  difference: readonly string[];
  /** The fields of a document before and after, for a description in other words. */
  sides?: readonly [before: unknown, after: unknown];
}

type Parts = Pick<Shop, 'db' | 'now'>;

/** Saves nothing unless all are valid. Throws `invalid` with a line for each mistake. */
export function checkTexts(texts: readonly GivenText[], { db }: Pick<Shop, 'db'>, about?: Surroundings): void {
  const content = contentOf(db);
  const problems = texts.flatMap((given) => checkedText(given, content, about).problems ?? []);
  if (problems.length > 0) throw new ShopError('invalid', problems.map(problemText).join('\n'));
}

/** Validates one text, completed by the current one. */
export function checkedText(
  { document, path, text }: GivenText,
  content: Content,
  about: Surroundings = content.surroundings,
): Checked<unknown> {
  const below = belowOf(content, document, path);
  const complete = (value: unknown) => mergedValue(document, below, value);
  const before = isFolder(document) ? undefined : content.of(document);
  return checkText(document, { path, text, before }, about, complete);
}

/** The changes by the texts, after validation. */
export function changesOf(texts: readonly GivenText[], { db }: Pick<Shop, 'db'>): ShownChange[] {
  return texts.flatMap((given) => changeOf(given, contentOf(db)));
}

function belowOf(content: Content, document: ContentDocument<unknown>, path: string): Below {
  return { now: content.fieldsNow(document, path), shipped: content.shippedFields(document, path) };
}

function changeOf({ document, path, text }: GivenText, content: Content): ShownChange[] {
  const own = content.own.get(path);
  const isHidden = own?.state === 'hidden';
  const below = belowOf(content, document, path);
  const imported = fieldsOf(document, text);
  const merged = mergedValue(document, below, imported);
  if (isDeepStrictEqual(merged, below.now) && !isHidden) return [];
  const body = ownText(document, { text, given: imported, merged, shipped: below.shipped });
  const difference = [
    fileOf(path, document.format) + (isHidden ? ' (was hidden)' : below.now === undefined ? ' (new)' : ''),
    ...differenceLines(below.now, merged).map((line) => `  ${line}`),
  ];
  const state = body === undefined ? 'shipped' : 'own';
  const fields = recordedFields(below.now, merged);
  const sides = [below.now, merged] as const;
  return [{ path, state, body: body ?? '', from: own?.version ?? 0, difference, sides, fields }];
}

interface MergedText {
  text: string;
  given: unknown;
  merged: unknown;
  shipped: unknown;
}

/** For JSON only the fields that differ, so that all others follow the next version. `undefined` if nothing differs. */
function ownText(document: ContentDocument<unknown>, { text, given, merged, shipped }: MergedText): string | undefined {
  if (isDeepStrictEqual(merged, shipped)) return undefined;
  if (document.format === 'markdown') {
    const isComplete = !isObject(given) || !isObject(merged) || isDeepStrictEqual(given, merged);
    return isComplete ? text : completeMarkdown(text, given, merged);
  }
  const part = ownPart(document, shipped, merged);
  // A list stays as the owner wrote it.
  return part === given ? text : `${JSON.stringify(part, null, 2)}\n`;
}

/** Visible in every process within two seconds. `also` runs in the same transaction. */
export async function publish(
  { db, now }: Parts,
  changes: readonly ContentChange[],
  also?: (tx: Tx, now: number) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return;
  const at = now();
  await saveContent(db, changes, { tags: [CONTENT_TAG], now: at, also: also && ((tx) => also(tx, at)) });
  await contentOf(db).follow(db);
}

/** The complete document for editing: the demo's values, replaced by the owner's. */
export function wholeText(document: ContentDocument<unknown>, path: string, db: Pick<Shop['db'], 'memo'>): string {
  const content = contentOf(db);
  const own = content.own.get(path);
  const shipped = content.shippedText(document, path) ?? '';
  if (!own || own.state === 'shipped' || own.body === '') return shipped;
  if (document.format !== 'json' || !shipped) return own.body;
  const mine: unknown = fieldsOf(document, own.body);
  const merged = overlaid(document, fieldsOf(document, shipped), mine);
  return merged === mine ? own.body : `${JSON.stringify(merged, null, 2)}\n`;
}
