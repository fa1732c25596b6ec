import { isDeepStrictEqual } from 'node:util';
import { errorSentence } from '#lib/content/admin/settings/field-errors.ts';
import {
  type CurrentText,
  currentText,
  publishTexts,
  readText,
  requireVersion,
  type TextLocation,
  type TextShop,
} from '#lib/content/admin/texts/current-text.server.ts';
import { TEXT_KINDS, type TextField, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { markdownOf } from '#lib/content/admin/texts/text-markdown.server.ts';
import {
  changesToHide,
  changesToRevert,
  changesToShow,
  changeToRestore,
} from '#lib/content/publishing/own-texts.server.ts';
import {
  changesOf,
  editableText,
  type ShownChange,
  type TextUpdate,
  validateText,
} from '#lib/content/publishing/save-documents.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentProblem } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The fields of a form as they were entered, by name. */
export type TextInput = Readonly<Record<string, unknown>>;

/**
 * Saves a text; a hidden text remains hidden. Returns false if nothing differs from the saved text. Throws a ShopError
 * `not_found` for an unknown text, `invalid` with a message for each invalid field, and `conflict` for an outdated
 * version.
 */
export async function saveText(
  shop: TextShop,
  { version, ...location }: TextLocation & { version: number },
  input: TextInput,
): Promise<boolean> {
  const text = await currentText(shop, location);
  requireVersion(text, version);
  const update = textUpdate(shop, text, input);
  // Throws for invalid fields.
  validatedValue(update, text.content, input);
  const changes = changesOf([update], shop).flatMap((change) => keepHidden(change, text));
  await publishTexts(shop, changes);
  return changes.length > 0;
}

/** Returns the update that a form would save. */
export function textUpdate(
  { db }: Pick<TextShop, 'db'>,
  { folder, path, document, content }: Pick<CurrentText, 'folder' | 'path' | 'document' | 'content'>,
  input: TextInput,
): TextUpdate {
  const { fields } = TEXT_KINDS[folder];
  const currentFields = content.currentFields(document, path);
  return { document, path, text: markdownOf(fields, editableText(document, path, db), currentFields, input) };
}

/**
 * Returns the validated value, as readers will see it. Throws a ShopError `invalid` with a message for each invalid
 * field.
 */
export function validatedValue(update: TextUpdate, content: Content, input: TextInput): unknown {
  const { value, problems } = validateText(update, content);
  if (!problems) return value;
  const { fields = [] } = Object.values(TEXT_KINDS).find(({ document }) => document === update.document) ?? {};
  const messages: Record<string, string> = {};
  for (const problem of problems) messages[problem.field.split('.')[0] ?? ''] ??= messageOf(problem, fields, input);
  throw new ShopError('invalid', Object.values(messages)[0] ?? 'The text is not valid.', messages);
}

function messageOf({ field, message }: ContentProblem, fields: readonly TextField[], input: TextInput): string {
  const [name = '', offset] = field.split('.');
  const label = fields.find((candidate) => candidate.name === name)?.label ?? name;
  if (name === 'body' && offset !== undefined) return `Line ${lineAt(input.body, Number(offset))}: ${message}`;
  return errorSentence(label, message);
}

function lineAt(body: unknown, offset: number): number {
  return String(body).replaceAll('\r\n', '\n').trim().slice(0, offset).split('\n').length;
}

/**
 * Returns the change. For a hidden text, returns a change that keeps the text hidden, whereas a change with the CLI
 * would show it, or an empty list if nothing differs.
 */
function keepHidden(change: ShownChange, { content, path }: CurrentText): ShownChange[] {
  const ownText = content.ownTexts.get(path);
  if (ownText?.state !== 'hidden') return [change];
  const isSame = change.fields !== undefined && isDeepStrictEqual(change.fields.before, change.fields.after);
  if (isSame) return [];
  return [{ ...change, state: 'hidden', action: 'save content' }];
}

/**
 * Adds a question at the end of a category. Throws a ShopError `not_found` for an unknown category, `conflict` for an
 * outdated version, and `invalid` if the category already has the question or would be invalid with it.
 */
export async function addQuestion(
  shop: TextShop,
  { question, answer, ...seenText }: SeenText & { question: string; answer: string },
): Promise<void> {
  const { values } = await readText(shop, seenText);
  const lines = (values.body ?? '').split('\n').map((line) => line.trim().toLowerCase());
  if (lines.includes(`## ${question.toLowerCase()}`)) {
    const message = 'The category already has this question.';
    throw new ShopError('invalid', message, { question: message });
  }
  await saveText(shop, seenText, { ...values, body: `${values.body}\n\n## ${question}\n\n${answer}` });
}

/** A text and the version that the form showed. */
export type SeenText = TextLocation & { version: number };

/**
 * Hides a text from readers without changing it. Throws a ShopError `not_found` for an unknown text, `refused` for a
 * policy, and `conflict` for an outdated version.
 */
export function hideText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, (path) => changesToHide(shop, path).changes);
}

/**
 * Hides the demo's texts in a folder, but not the owner's. Throws a ShopError `refused` for policies, and `conflict` if
 * somebody else saved one of the texts at the same moment.
 */
export async function hideDemoTexts(shop: TextShop, folder: TextFolder): Promise<void> {
  await contentOf(shop.db).reloadIfChanged(shop.db.write);
  await publishTexts(shop, changesToHide(shop, folder).changes);
}

/**
 * Shows a hidden text again without changing it. Throws a ShopError `not_found` for an unknown text, and `conflict` for
 * an outdated version.
 */
export function showText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, (path) => changesToShow(shop, path));
}

/**
 * Reverts a text to the demo's text, or deletes a text that the demo does not have. The versions of the text are kept.
 * Throws a ShopError `not_found` for an unknown text, and `conflict` for an outdated version.
 */
export function revertText(shop: TextShop, seenText: SeenText): Promise<void> {
  return changeState(shop, seenText, async (path) => (await changesToRevert(shop, path)).changes);
}

/**
 * Restores the version `earlier` of a text. Throws a ShopError `not_found` if this version does not exist or is in use,
 * `invalid` if the current software rejects this version, and `conflict` if `seenText` has an outdated version.
 */
export function restoreText(shop: TextShop, { earlier, ...seenText }: SeenText & { earlier: number }): Promise<void> {
  return changeState(shop, seenText, async (path) => {
    const change = await changeToRestore(shop, path, earlier);
    return [{ ...change, action: 'restore content' }];
  });
}

async function changeState(
  shop: TextShop,
  { version, ...location }: SeenText,
  changesFor: (path: string) => ShownChange[] | Promise<ShownChange[]>,
): Promise<void> {
  const text = await currentText(shop, location);
  requireVersion(text, version);
  await publishTexts(shop, await changesFor(text.path));
}
