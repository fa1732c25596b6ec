import { isDeepStrictEqual } from 'node:util';
import { errorSentence } from '#lib/content/desk/settings/field-errors.ts';
import {
  type CurrentText,
  currentText,
  requireVersion,
  type TextName,
  type TextShop,
} from '#lib/content/desk/texts/current-text.server.ts';
import { publishTexts } from '#lib/content/desk/texts/publish-text.server.ts';
import { TEXT_KINDS, type TextField } from '#lib/content/desk/texts/text-kinds.ts';
import { markdownOf } from '#lib/content/desk/texts/text-markdown.server.ts';
import {
  changesOf,
  editableText,
  type ShownChange,
  type TextUpdate,
  validateText,
} from '#lib/content/publishing/save-documents.server.ts';
import type { Content } from '#lib/platform/content/content.server.ts';
import type { ContentProblem } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The fields of a form as they were typed, by name. */
export type TypedText = Readonly<Record<string, unknown>>;

/**
 * Saves a text; one that is hidden stays hidden. Returns false if nothing differs from what is saved. Throws
 * `not_found`, `invalid` with a message for each field, and `conflict` for an outdated version.
 */
export async function saveText(
  shop: TextShop,
  { version, ...name }: TextName & { version: number },
  typed: TypedText,
): Promise<boolean> {
  const text = await currentText(shop, name);
  requireVersion(text, version);
  const edited = textUpdate(shop, text, typed);
  // Throws for invalid fields.
  validatedValue(edited, text.content, typed);
  const changes = changesOf([edited], shop).flatMap((change) => keepHidden(change, text));
  await publishTexts(shop, changes);
  return changes.length > 0;
}

/** The update that a form would save. */
export function textUpdate(
  { db }: Pick<TextShop, 'db'>,
  { folder, path, document, content }: Pick<CurrentText, 'folder' | 'path' | 'document' | 'content'>,
  typed: TypedText,
): TextUpdate {
  const { fields } = TEXT_KINDS[folder];
  const current = content.currentFields(document, path);
  return { document, path, text: markdownOf(fields, editableText(document, path, db), current, typed) };
}

/** The validated value, as readers will see it. Throws `invalid` with a message for each field. */
export function validatedValue(update: TextUpdate, content: Content, typed: TypedText): unknown {
  const { value, problems } = validateText(update, content);
  if (!problems) return value;
  const { fields = [] } = Object.values(TEXT_KINDS).find(({ document }) => document === update.document) ?? {};
  const messages: Record<string, string> = {};
  for (const problem of problems) messages[problem.field.split('.')[0] ?? ''] ??= messageOf(problem, fields, typed);
  throw new ShopError('invalid', Object.values(messages)[0] ?? 'The text is not valid.', messages);
}

function messageOf({ field, message }: ContentProblem, fields: readonly TextField[], typed: TypedText): string {
  const [name = '', at] = field.split('.');
  const label = fields.find((known) => known.name === name)?.label ?? name;
  if (name === 'body' && at !== undefined) return `Line ${lineAt(typed.body, Number(at))}: ${message}`;
  return errorSentence(label, message);
}

function lineAt(body: unknown, offset: number): number {
  return String(body).replaceAll('\r\n', '\n').trim().slice(0, offset).split('\n').length;
}

/** A hidden text that is changed in a form stays hidden; the CLI would show it. */
function keepHidden(change: ShownChange, { content, path }: CurrentText): ShownChange[] {
  const own = content.own.get(path);
  if (own?.state !== 'hidden') return [change];
  const isSame = change.fields !== undefined && isDeepStrictEqual(change.fields.before, change.fields.after);
  if (isSame) return [];
  return [{ ...change, state: 'hidden', action: 'save content' }];
}
