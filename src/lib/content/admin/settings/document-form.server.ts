import { createHash } from 'node:crypto';
import { describeChanges } from '#lib/content/admin/settings/describe-changes.server.ts';
import type { SubmittedForm } from '#lib/content/admin/settings/document-form.schema.ts';
import { fieldsAtVersion } from '#lib/content/admin/settings/document-history.server.ts';
import {
  buildPageForm,
  editedPart,
  pathInPart,
  withEditedPart,
} from '#lib/content/admin/settings/document-parts.server.ts';
import { errorsByField, pathInForm } from '#lib/content/admin/settings/field-errors.ts';
import type { FormField, FormTree } from '#lib/content/admin/settings/form-field.ts';
import { withColumns } from '#lib/content/admin/settings/form-rows.ts';
import {
  completeTree,
  type FieldError,
  mergedTree,
  readTree,
  treeOf,
  treeValue,
} from '#lib/content/admin/settings/form-tree.ts';
import { rowAction, withRowAction } from '#lib/content/admin/settings/row-action.ts';
import type { SettingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { changesOf, publish, type TextUpdate, validateText } from '#lib/content/publishing/save-documents.server.ts';
import { ownPart } from '#lib/platform/content/apply-overlay.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type FormShop = Pick<Shop, 'db' | 'now'>;

/** A form for a document, with the form's messages. */
export interface DocumentForm {
  page: SettingsPage;
  root: FormField;
  tree: FormTree;
  /** The version of the stored document that the form is based on. */
  version: number;
  /** The stored values. */
  savedTree: FormTree;
  demoValues: FormTree;
  status: 200 | 409 | 422;
  message?: string;
  /** Error messages, by the path of the field. */
  errors: Readonly<Record<string, string>>;
  /** The changes that the form makes, in words, and their hash. */
  checkedChanges?: { lines: readonly string[]; hash: string };
  /** The changes that somebody else made since the form was opened. */
  concurrentChanges?: readonly string[];
  /** Notes beside fields, by the text in the field. */
  notes?: ReadonlyMap<string, string>;
}

export const CHECK = 'check';
export const SAVE = 'save';

const FORM_MESSAGES = {
  errors: 'Nothing was saved: please correct the marked fields.',
  conflict:
    'Somebody else saved these settings in the meantime. Nothing was changed. Your values are still here: please check them again.',
  checkFirst: 'Please look at the changes, then save them.',
  noChanges: 'There are no changes to save.',
};

/** Returns the form of the stored document. `submission` has the fields of a form that was submitted before a login. */
export async function openForm(
  { db }: Pick<Shop, 'db'>,
  page: SettingsPage,
  submission?: Readonly<Record<string, unknown>>,
): Promise<DocumentForm> {
  await contentOf(db).reloadIfChanged(db.write);
  const form = storedForm(db, page);
  if (!submission) return form;
  return { ...withSubmitted(form, submission), version: Number(submission.version ?? form.version) };
}

/**
 * Saves the changes and returns undefined if the button is `SAVE` and the user has seen exactly these changes.
 * Otherwise, changes nothing and returns the form to show.
 */
export async function submitForm(
  shop: FormShop,
  page: SettingsPage,
  submitted: SubmittedForm,
): Promise<DocumentForm | undefined> {
  const { db } = shop;
  await contentOf(db).reloadIfChanged(db.write);
  const currentForm = storedForm(db, page);
  const form = { ...withSubmitted(currentForm, submitted.fields), version: submitted.version };
  const action = rowAction(submitted.button);
  if (action) return withTree(form, withRowAction(form.root, form.tree, action));
  if (submitted.version !== currentForm.version) return conflictForm(shop, page, form, currentForm.version);
  const { update, errors } = textUpdate(db, form);
  if (errors.length > 0)
    return { ...form, status: 422, message: FORM_MESSAGES.errors, errors: errorsByField(form.root, errors) };
  return update ? checkOrSave(shop, page, form, update, submitted) : { ...form, message: FORM_MESSAGES.noChanges };
}

/** Returns the changed part of the document, which is saved like an imported file, and the errors in the form. */
function textUpdate(
  db: Shop['db'],
  { page, root, tree }: DocumentForm,
): { update?: TextUpdate; errors: readonly FieldError[] } {
  const { document } = page;
  const errors: FieldError[] = [];
  const savedValue = currentValue(db, page);
  const value = withEditedPart(page, savedValue, treeValue(root, tree, editedPart(page, savedValue), errors));
  const part = ownPart(document, savedValue, value);
  if (part === undefined) return { errors };
  const update = { document, path: document.path, text: `${JSON.stringify(part, null, 2)}\n` };
  const problems = validateText(update, contentOf(db)).problems ?? [];
  const textErrors = problems.map(({ field, message }) => {
    const names = pathInPart(page, field.split('.').filter(Boolean));
    return { field: pathInForm(root, tree, names).join('.'), message };
  });
  return { update, errors: [...errors, ...textErrors] };
}

/**
 * Saves the changes if the button is `SAVE` and the user has seen them. Otherwise, returns the form that shows them.
 */
async function checkOrSave(
  shop: FormShop,
  page: SettingsPage,
  form: DocumentForm,
  update: TextUpdate,
  submitted: SubmittedForm,
): Promise<DocumentForm | undefined> {
  const changes = changesOf([update], shop);
  if (changes.length === 0) return { ...form, message: FORM_MESSAGES.noChanges };
  const hash = createHash('sha256').update(`${form.version} ${update.text}`).digest('base64url').slice(0, 22);
  const lines = changes.flatMap(({ beforeAndAfter }) =>
    beforeAndAfter ? describeChanges(page.document, ...beforeAndAfter) : [],
  );
  const checkedForm: DocumentForm = { ...form, checkedChanges: { lines, hash } };
  if (submitted.button !== SAVE) return checkedForm;
  if (submitted.seenHash !== hash) return { ...checkedForm, message: FORM_MESSAGES.checkFirst };
  try {
    await publish(shop, changes);
    return undefined;
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    return submitForm(shop, page, { ...submitted, button: CHECK });
  }
}

/** Merges the typed values into the version that somebody else saved. The returned form is based on that version. */
async function conflictForm(
  { db }: FormShop,
  page: SettingsPage,
  form: DocumentForm,
  currentVersion: number,
): Promise<DocumentForm> {
  const [baseValue, savedValue] = [await fieldsAtVersion(db, page.document, form.version), currentValue(db, page)];
  const tree = mergedTree(form.tree, treeOf(form.root, editedPart(page, baseValue)), form.savedTree, form.root);
  const concurrentChanges = describeChanges(page.document, baseValue, savedValue);
  return {
    ...withTree(form, tree),
    version: currentVersion,
    status: 409,
    message: FORM_MESSAGES.conflict,
    concurrentChanges,
  };
}

function storedForm(db: Shop['db'], page: SettingsPage): DocumentForm {
  const { document } = page;
  const content = contentOf(db);
  const value = editedPart(page, currentValue(db, page));
  const root = withColumns(buildPageForm(page), value);
  const savedTree = treeOf(root, value);
  const demoValues = treeOf(root, editedPart(page, content.demoFields(document, document.path)));
  const tree = page.part === '' ? withRowAction(root, savedTree, { action: 'add', path: 'value' }) : savedTree;
  const version = content.ownTexts.get(document.path)?.version ?? 0;
  return { page, root, tree, version, savedTree, demoValues, status: 200, errors: {} };
}

/** Returns the form with the submitted values. The columns of a table are read before its rows. */
function withSubmitted(form: DocumentForm, fields: Readonly<Record<string, unknown>>): DocumentForm {
  const columns = completeTree(readTree(form.root, fields), form.tree);
  const root = withColumns(form.root, columns);
  return withTree(form, completeTree(readTree(root, fields), form.tree));
}

function withTree(form: DocumentForm, tree: FormTree): DocumentForm {
  return { ...form, root: withColumns(form.root, tree), tree };
}

function currentValue(db: Shop['db'], { document }: SettingsPage): unknown {
  return contentOf(db).currentFields(document, document.path);
}
