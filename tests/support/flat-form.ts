import {
  countPath,
  type FormField,
  type FormTree,
  fieldPath,
  treePart,
} from '#lib/content/desk/settings/form-field.ts';

/** The fields that a browser sends of a form: lines end with CR LF, and a text field has one line. */
export function sentFields(field: FormField, tree: FormTree, path = ''): Record<string, string> {
  if (field.kind === 'group') {
    const parts = field.fields.map((one) => sentFields(one, treePart(tree, one.name) ?? '', fieldPath(path, one.name)));
    return Object.assign({}, ...parts);
  }
  if (field.kind !== 'rows') return { [path]: String(tree).replaceAll('\n', '\r\n') };
  const rows = Array.isArray(tree) ? tree : [];
  const parts = rows.map((row, at) => sentFields(field.row, row, fieldPath(path, at)));
  return Object.assign({ [countPath(path)]: String(rows.length) }, ...parts);
}
