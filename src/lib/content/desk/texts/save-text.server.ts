import { isDeepStrictEqual } from 'node:util';
import {
  type CurrentText,
  currentText,
  refuseOther,
  type TextName,
  type TextShop,
} from '#lib/content/desk/texts/current-text.server.ts';
import { publishTexts } from '#lib/content/desk/texts/publish-text.server.ts';
import { TEXT_KINDS, type TextField } from '#lib/content/desk/texts/text-kinds.ts';
import { writtenText } from '#lib/content/desk/texts/written-text.server.ts';
import {
  changesOf,
  checkedText,
  type GivenText,
  type ShownChange,
  wholeText,
} from '#lib/content/publishing/save-documents.server.ts';
import type { Content } from '#lib/platform/content/content.server.ts';
import type { ContentProblem } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The fields of a form as they were typed, by name. */
export type TypedText = Readonly<Record<string, unknown>>;

/**
 * Saves a text; one that is hidden stays hidden. Returns false if nothing differs from what is saved. Throws `not_found`,
 * `invalid` with a message for each field, and `conflict` for another version.
 */
export async function saveText(
  shop: TextShop,
  { version, ...name }: TextName & { version: number },
  typed: TypedText,
): Promise<boolean> {
  const text = await currentText(shop, name);
  refuseOther(text, version);
  const edited = givenText(shop, text, typed);
  checkedValue(edited, text.content, typed);
  const changes = changesOf([edited], shop).flatMap((change) => keepHidden(change, text));
  await publishTexts(shop, changes);
  return changes.length > 0;
}

/** What a form would save. */
export function givenText(
  { db }: Pick<TextShop, 'db'>,
  { folder, path, document, content }: Pick<CurrentText, 'folder' | 'path' | 'document' | 'content'>,
  typed: TypedText,
): GivenText {
  const { fields } = TEXT_KINDS[folder];
  const now = content.fieldsNow(document, path);
  return { document, path, text: writtenText(fields, wholeText(document, path, db), now, typed) };
}

/** Its value as readers will get it. Throws `invalid` with a message for each field. */
export function checkedValue(given: GivenText, content: Content, typed: TypedText): unknown {
  const { value, problems } = checkedText(given, content);
  if (!problems) return value;
  const { fields = [] } = Object.values(TEXT_KINDS).find(({ document }) => document === given.document) ?? {};
  const messages: Record<string, string> = {};
  for (const problem of problems) messages[problem.field.split('.')[0] ?? ''] ??= messageOf(problem, fields, typed);
  throw new ShopError('invalid', Object.values(messages)[0] ?? 'The text is not valid.', messages);
}

function messageOf({ field, message }: ContentProblem, fields: readonly TextField[], typed: TypedText): string {
  const [name = '', at] = field.split('.');
  const label = fields.find((known) => known.name === name)?.label ?? name;
  if (name === 'body' && at !== undefined) return `Line ${lineAt(typed.body, Number(at))}: ${message}`;
  return `${label} ${message}`;
}

function lineAt(body: unknown, offset: number): number {
  return String(body).replaceAll('\r\n', '\n').trim().slice(0, offset).split('\n').length;
}

/** A command shows a text that it changes; a form only changes it. */
function keepHidden(change: ShownChange, { content, path }: CurrentText): ShownChange[] {
  const own = content.own.get(path);
  if (own?.state !== 'hidden') return [change];
  const isSame = change.fields !== undefined && isDeepStrictEqual(change.fields.before, change.fields.after);
  if (isSame) return [];
  return [{ ...change, state: 'hidden', action: 'save content' }];
}
