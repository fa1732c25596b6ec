import { isDeepStrictEqual } from 'node:util';
import { HOME } from '#lib/content/content/home.schema.ts';
import { SLIDES } from '#lib/content/content/slides.schema.ts';
import { ARTICLES, FAQ_CATEGORIES, POLICIES } from '#lib/content/content/texts/texts.schema.ts';
import { fieldChanges } from '#lib/content/publishing/field-changes.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, isFolder } from '#lib/platform/content/content-document.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { schemaFields } from '#lib/platform/content/schema-fields.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

/** Documents about the demo shop, except settings and look. Other documents, such as tax rates, suit any shop. */
const DEMO_DOCUMENTS: readonly ContentDocument<unknown>[] = [
  DELIVERY,
  HOME,
  SLIDES,
  ARTICLES,
  FAQ_CATEGORIES,
  POLICIES,
];
const MAX_VALUE_CHARACTERS = 70;

export interface DemoLeftover {
  /** The path of the document. If `field` is set, only this field equals the demo's. */
  path: string;
  field?: string;
  /** A line for the terminal: the content, and the command that changes it. */
  line: string;
}

/** Returns the content that still equals the demo's. */
export function demoLeftovers(db: Pick<ShopDatabase, 'memo'>): DemoLeftover[] {
  const content = contentOf(db);
  return [
    ...settingsLeftovers(content),
    ...lookLeftovers(content),
    ...DEMO_DOCUMENTS.flatMap((document) => documentLeftovers(content, document)),
  ];
}

/** Returns only the logo and the icon, because the demo's colours and fonts suit any shop. */
function lookLeftovers(content: Content): DemoLeftover[] {
  const look = content.of(LOOK);
  return (['logo', 'icon'] as const).flatMap((field) => {
    if (look[field] !== null) return [];
    return [{ path: LOOK.path, field, line: `look.${field}, the demo’s drawing: content edit look` }];
  });
}

function settingsLeftovers(content: Content): DemoLeftover[] {
  const currentFields = content.currentFields(SETTINGS, SETTINGS.path);
  const demoFields = content.demoFields(SETTINGS, SETTINGS.path);
  if (!isObject(currentFields) || !isObject(demoFields)) return [];
  const fields = schemaFields(SETTINGS.schema);
  return Object.keys(demoFields).flatMap((name) =>
    fieldLeftovers(name, currentFields[name], demoFields[name]).flatMap(({ field, value }) => {
      // Many shops make the same choice as the demo. `doctor` separately reports a state that was never set.
      if (fields.isChoice(field.split('.'))) return [];
      const command = fields.isText(field.split('.')) ? `settings set ${field} "…"` : `settings set ${field} '[…]'`;
      return [{ path: SETTINGS.path, field, line: `${field} = ${shorten(JSON.stringify(value))}: ${command}` }];
    }),
  );
}

/** Returns texts and lists that equal the demo's. Numbers, lists of numbers and empty values suit any shop. */
function fieldLeftovers(field: string, currentValue: unknown, demoValue: unknown): { field: string; value: unknown }[] {
  if (isObject(currentValue) && isObject(demoValue)) {
    return Object.keys(demoValue).flatMap((name) =>
      fieldLeftovers(`${field}.${name}`, currentValue[name], demoValue[name]),
    );
  }
  const hasText =
    (typeof currentValue === 'string' && currentValue !== '') ||
    (Array.isArray(currentValue) && currentValue.length > 0 && typeof currentValue[0] !== 'number');
  return hasText && isDeepStrictEqual(currentValue, demoValue) ? [{ field, value: currentValue }] : [];
}

function documentLeftovers(content: Content, document: ContentDocument<unknown>): DemoLeftover[] {
  const unchangedPaths = content.pathsOf(document).filter((path) => isUnchanged(content, document, path));
  return unchangedPaths.map((path) => {
    const hideCommand = isFolder(document) && !document.isRequired ? ` or content hide ${path}` : '';
    return { path, line: `${path}: content edit ${path}${hideCommand}` };
  });
}

function isUnchanged(content: Content, document: ContentDocument<unknown>, path: string): boolean {
  if (content.ownTexts.get(path)?.state === 'hidden') return false;
  const demoFields = content.demoFields(document, path);
  return demoFields !== undefined && fieldChanges(content.currentFields(document, path), demoFields).length === 0;
}

function shorten(text: string): string {
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS - 1)}…` : text;
}
