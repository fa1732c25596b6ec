import { createHash } from 'node:crypto';
import { documentAt } from '#lib/content/desk/settings/document-at.server.ts';
import { mistakesByField } from '#lib/content/desk/settings/field-mistakes.ts';
import type { FormField, FormTree } from '#lib/content/desk/settings/form-field.ts';
import { formOf } from '#lib/content/desk/settings/form-of.server.ts';
import {
  completeTree,
  type FieldMistake,
  mergedTree,
  readTree,
  treeOf,
  treeValue,
} from '#lib/content/desk/settings/form-tree.ts';
import { rowAction, withRowAction } from '#lib/content/desk/settings/row-action.ts';
import type { SettingsPage } from '#lib/content/desk/settings/settings-pages.server.ts';
import { whenPublished } from '#lib/content/publishing/content-documents.server.ts';
import { differenceLines } from '#lib/content/publishing/difference.ts';
import { changesOf, checkedText, type GivenText, publish } from '#lib/content/publishing/save-documents.server.ts';
import { ownPart } from '#lib/platform/content/by-field.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type Parts = Pick<Shop, 'db' | 'now'>;

/** A form for a document, with its messages. */
export interface DocumentForm {
  page: SettingsPage;
  root: FormField;
  tree: FormTree;
  /** Of the stored document that the form is about. */
  version: number;
  /** The stored values, and the demo's. */
  saved: FormTree;
  shipped: FormTree;
  status: 200 | 409 | 422;
  message?: string;
  /** By the path of the field. */
  mistakes: Readonly<Record<string, string>>;
  /** The changes by this form, as the import prints them, and their hash. */
  checked?: { lines: readonly string[]; seen: string };
  /** What somebody else changed since the form was opened. */
  meanwhile?: readonly string[];
}

/** What was sent: the button, the version that the form showed, the changes that it showed, and its fields. */
export interface SentForm {
  button: string;
  version: number;
  seen: string;
  fields: Readonly<Record<string, unknown>>;
}

export const CHECK = 'check';
export const SAVE = 'save';

export const FORM_MESSAGES = {
  mistakes: 'Nothing was saved: please correct the marked fields.',
  conflict:
    'Somebody else saved this meanwhile. Nothing was changed. Your values are still here: please check them again.',
  checkFirst: 'Please look at the changes, then save them.',
  same: 'Nothing differs from what is saved.',
};

/** The form of the stored document; `typed` are the fields of a form that was sent before a login. */
export async function openForm(
  { db }: Pick<Shop, 'db'>,
  page: SettingsPage,
  typed?: Readonly<Record<string, unknown>>,
): Promise<DocumentForm> {
  await contentOf(db).followIn(db.write);
  const form = storedForm(db, page);
  const sent = typed && readTree(form.root, typed);
  const version = Number(typed?.version ?? form.version);
  return sent ? { ...form, version, tree: completeTree(sent, form.tree) } : form;
}

/**
 * Saves the changes when exactly these were shown before, and returns undefined. Otherwise changes nothing, and returns
 * the form to show.
 */
export async function submitForm(shop: Parts, page: SettingsPage, sent: SentForm): Promise<DocumentForm | undefined> {
  const { db } = shop;
  await contentOf(db).followIn(db.write);
  const form = { ...storedForm(db, page), version: sent.version };
  const tree = completeTree(readTree(form.root, sent.fields), form.tree);
  const action = rowAction(sent.button);
  if (action) return { ...form, tree: withRowAction(form.root, tree, action) };
  const stored = storedForm(db, page).version;
  if (sent.version !== stored) return conflictForm(shop, page, { ...form, tree }, stored);
  const mistakes: FieldMistake[] = [];
  const now = valueNow(db, page);
  const part = ownPart(page.document, now, treeValue(form.root, tree, now, mistakes));
  const given = { document: page.document, path: page.document.path, text: `${JSON.stringify(part, null, 2)}\n` };
  if (mistakes.length === 0 && part === undefined) return { ...form, tree, message: FORM_MESSAGES.same };
  const wrong =
    part === undefined ? mistakes : [...mistakes, ...(checkedText(given, contentOf(shop.db)).problems ?? [])];
  if (wrong.length > 0) return refusedForm({ ...form, tree }, wrong);
  return saveChecked(shop, page, { ...form, tree }, given, sent);
}

async function saveChecked(
  shop: Parts,
  page: SettingsPage,
  form: DocumentForm,
  given: GivenText,
  sent: SentForm,
): Promise<DocumentForm | undefined> {
  const changes = changesOf([given], shop);
  if (changes.length === 0) return { ...form, message: FORM_MESSAGES.same };
  const seen = createHash('sha256').update(`${form.version} ${given.text}`).digest('base64url').slice(0, 22);
  const lines = changes.flatMap(({ difference }) => difference.slice(1).map((line) => line.slice(2)));
  const checked: DocumentForm = { ...form, checked: { lines, seen } };
  if (sent.button !== SAVE) return checked;
  if (sent.seen !== seen) return { ...checked, message: FORM_MESSAGES.checkFirst };
  try {
    await publish(shop, changes, whenPublished([page.document.path]));
    return undefined;
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    return submitForm(shop, page, { ...sent, button: CHECK });
  }
}

function refusedForm(form: DocumentForm, mistakes: readonly FieldMistake[]): DocumentForm {
  const found = mistakesByField(form.root, mistakes);
  return { ...form, status: 422, message: FORM_MESSAGES.mistakes, mistakes: found };
}

/** What was typed, on top of what somebody else saved. The next form is about the new version. */
async function conflictForm(
  { db }: Parts,
  page: SettingsPage,
  form: DocumentForm,
  version: number,
): Promise<DocumentForm> {
  const [base, now] = [await documentAt(db, page.document, form.version), valueNow(db, page)];
  const tree = mergedTree(form.tree, treeOf(form.root, base), form.saved);
  const meanwhile = differenceLines(base, now);
  return { ...form, tree, version, status: 409, message: FORM_MESSAGES.conflict, meanwhile };
}

function storedForm(db: Shop['db'], page: SettingsPage): DocumentForm {
  const { document, fields } = page;
  const content = contentOf(db);
  const root = formOf(document, fields);
  const saved = treeOf(root, valueNow(db, page));
  const shipped = treeOf(root, content.shippedFields(document, document.path));
  const version = content.own.get(document.path)?.version ?? 0;
  return { page, root, tree: saved, version, saved, shipped, status: 200, mistakes: {} };
}

function valueNow(db: Shop['db'], { document }: SettingsPage): unknown {
  return contentOf(db).fieldsNow(document, document.path);
}
