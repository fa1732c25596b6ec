import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { SHOWN_SOON } from '#lib/content/publishing/own-texts.server.ts';
import { changesOf, checkTexts, editableText, publish } from '#lib/content/publishing/save-documents.server.ts';
import { type CommandShop, readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { fieldAt, isObject, setsField } from '#lib/platform/content/overlay.ts';
import { type SchemaFields, schemaFields } from '#lib/platform/content/schema-fields.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { closestName } from '#lib/primitives/edit-distance.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

export function settingsCommand(): CommandUnknownOpts {
  const settings = new Command('settings').description('show and change the shop’s settings');
  settings
    .command('show [field]')
    .description('show the shop’s settings with their descriptions: all, or one field and those below it')
    .usage('[FIELD]')
    .action((field) => readShop(async (shop) => console.log(settingLines(shop, field).join('\n'))));
  settings
    .command('set <field> <value>')
    .description('change one setting, for example: settings set name "Kora"')
    .usage('FIELD VALUE')
    .action((field, value) =>
      withShop(async (shop) => {
        const difference = await setFields(shop, SETTINGS, { [field]: value });
        for (const line of difference) console.log(line);
        console.log(difference.length === 0 ? `${field} already has this value.` : SHOWN_SOON);
      }),
    );
  return settings;
}

function settingLines({ db }: CommandShop, fieldPath: string | undefined): string[] {
  const documentFields = schemaFields(SETTINGS.schema);
  const settings: unknown = JSON.parse(editableText(SETTINGS, SETTINGS.path, db));
  const ownFields = contentOf(db).ownFields(SETTINGS.path);
  const path = fieldPath?.split('.') ?? [];
  const value = fieldAt(settings, path);
  if (value === undefined) {
    assertKnown(documentFields, path.map(asKey));
    throw new ShopError('not_found', `There is no field ${fieldPath}.`);
  }
  return shownFields(value, path.map(asKey)).map(({ path: shownPath, text }) => {
    const description = documentFields.descriptionOf(shownPath);
    return `${shownPath.join('.')} = ${text}${setsField(ownFields, shownPath) ? '' : '  (default)'}${description ? `\n    ${description}` : ''}`;
  });
}

/**
 * Returns the fields of a value at all levels, except those with fields of their own, each with its path and its value
 * as JSON. `path` is the path of the whole value.
 */
function shownFields(value: unknown, path: (string | number)[]): { path: (string | number)[]; text: string }[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((entry, index) => shownFields(entry, [...path, index]));
  if (!isObject(value)) return [{ path, text: JSON.stringify(value) }];
  return Object.entries(value).flatMap(([name, part]) => shownFields(part, [...path, name]));
}

function asKey(key: string): string | number {
  return /^\d+$/.test(key) ? Number(key) : key;
}

/**
 * Sets all fields or none, because a field may be valid only with another field. Returns the lines that show the
 * changes; an empty list if all fields already have these values. Throws a ShopError `invalid` for an unknown field or an
 * invalid value, and `conflict` if somebody else has changed the document.
 */
export async function setFields(
  shop: Pick<CommandShop, 'db' | 'now'>,
  document: ContentDocument<unknown>,
  valuesByField: Record<string, string>,
): Promise<string[]> {
  const documentFields = schemaFields(document.schema);
  let settings: unknown = JSON.parse(editableText(document, document.path, shop.db));
  for (const [field, value] of Object.entries(valuesByField)) {
    const path = field.split('.').map(asKey);
    assertKnown(documentFields, path);
    settings = withValue(settings, path, documentFields.isText(path) ? value : parseJson(value, field));
  }
  const texts = [{ document, path: document.path, text: `${JSON.stringify(settings, null, 2)}\n` }];
  checkTexts(texts, shop);
  const changes = changesOf(texts, shop);
  await publish(shop, changes);
  return changes.flatMap(({ difference }) => difference);
}

/** Throws a ShopError `invalid` for an unknown field. */
function assertKnown(documentFields: SchemaFields, path: readonly (string | number)[]): void {
  for (const [index, key] of path.entries()) {
    const parentPath = path.slice(0, index);
    const knownNames = documentFields.namesIn(parentPath);
    if (knownNames.length === 0 || knownNames.includes(String(key))) continue;
    const closest = closestName(String(key), knownNames);
    const hint = closest
      ? `; did you mean ${[...parentPath, closest].join('.')}?`
      : `. Known fields: ${knownNames.join(', ')}.`;
    throw new ShopError('invalid', `Unknown setting "${path.join('.')}"${hint}`);
  }
}

function parseJson(value: string, field: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // The position of the error is not reported, because the value is a single argument of a command.
    throw new ShopError(
      'invalid',
      `${field} must be a number, list or object as JSON, not plain text; see \`settings show ${field}\``,
    );
  }
}

function withValue(container: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(container) && typeof key === 'number') {
    return Object.assign([...container], { [key]: withValue(container[key], rest, value) });
  }
  const fields = isObject(container) ? container : {};
  return { ...fields, [key]: withValue(fields[String(key)], rest, value) };
}
