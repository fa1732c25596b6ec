import { isDeepStrictEqual } from 'node:util';
import { type FormField, type FormRows, partOf } from '#lib/content/admin/settings/form-field.ts';
import { storedRows } from '#lib/content/admin/settings/form-rows.ts';
import { buildForm } from '#lib/content/admin/settings/schema-form.server.ts';
import type { SettingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Returns the parts of the stored document with a separate form: its top-level fields, or its named parts, such as
 * colour families, with the number of their entries. Named parts without entries are left out.
 */
export function documentParts({ db }: Pick<Shop, 'db'>, { document }: SettingsPage) {
  const content = contentOf(db);
  const currentFields = content.currentFields(document, document.path);
  const demoFields = content.demoFields(document, document.path);
  const isDemo = (name: string) => isDeepStrictEqual(partOf(currentFields, name), partOf(demoFields, name));
  const root = buildForm(document);
  if (root.kind === 'group')
    return root.fields.map(({ name, label, help }) => ({
      name,
      label,
      help,
      entryCount: undefined,
      isDemo: isDemo(name),
    }));
  if (root.kind !== 'rows') return [];
  return storedRows(root, currentFields).flatMap((row) => {
    const name = String(partOf(row, 'name'));
    const entryCount = countEntries(root, row);
    return entryCount === 0 ? [] : [{ name, label: name, help: '', entryCount, isDemo: isDemo(name) }];
  });
}

function countEntries({ row: { fields } }: FormRows, row: unknown): number {
  const valueField = fields.find(({ name }) => name === 'value');
  return valueField?.kind === 'rows' ? storedRows(valueField, partOf(row, 'value')).length : 1;
}

/** Returns the noun for a named part, such as "Colour"; undefined if the parts of the page are fields. */
export function partNoun({ document }: SettingsPage): string | undefined {
  const root = buildForm(document);
  return root.kind === 'rows' ? root.row.label : undefined;
}

/**
 * Returns the page for one part; undefined if the document has no such part. An empty name is for a new named part. A
 * page is also returned for a submitted form whose named part has been renamed or removed since the form was opened.
 */
export function pageOfPart(
  shop: Pick<Shop, 'db'>,
  page: SettingsPage,
  part: string,
  { isSubmitted = false } = {},
): SettingsPage | undefined {
  if (!page.hasParts) return undefined;
  const noun = partNoun(page);
  const existingPart = documentParts(shop, page).find(({ name }) => name === part);
  if (noun !== undefined && (existingPart || part === '' || isSubmitted)) {
    return { ...page, part, title: part === '' ? `New ${noun.toLowerCase()}` : `${page.title}: ${part}` };
  }
  return existingPart && { ...page, part, fields: [part], title: `${page.title}: ${existingPart.label}` };
}

/** Returns the form of a page, without the columns of its tables. */
export function buildPageForm(page: SettingsPage): FormField {
  const root = buildForm(page.document, page.fields);
  return editsNamedPart(page) && root.kind === 'rows' ? root.row : root;
}

/** Returns the part of a document's value that the form of a page edits. */
export function editedPart(page: SettingsPage, document: unknown): unknown {
  if (!editsNamedPart(page)) return document;
  return { name: page.part, value: partOf(document, page.part ?? '') ?? {} };
}

/** Returns the document with a form's value. A part that gets the name of another part is merged into that part. */
export function withEditedPart(page: SettingsPage, document: unknown, formValue: unknown): unknown {
  if (!editsNamedPart(page)) return formValue;
  const name = String(partOf(formValue, 'name')).trim();
  const otherParts = Object.fromEntries(
    Object.entries(document ?? {}).filter(([otherName]) => otherName !== page.part),
  );
  return { ...otherParts, [name]: { ...(otherParts[name] as object), ...(partOf(formValue, 'value') as object) } };
}

/** Returns the path in the form for a field of the document. */
export function pathInPart(page: SettingsPage, names: readonly string[]): readonly string[] {
  if (!editsNamedPart(page)) return names;
  return names.length > 1 ? ['value', ...names.slice(1)] : ['name'];
}

function editsNamedPart({ part, fields }: SettingsPage): boolean {
  return part !== undefined && fields === undefined;
}
