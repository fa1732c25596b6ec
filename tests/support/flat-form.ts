import {
  countPath,
  type FormField,
  type FormTree,
  fieldPath,
  treePart,
} from '#lib/content/admin/settings/form-field.ts';

/** Returns a form's fields as a browser sends them, with CR LF at the end of each line. */
export function sentFields(field: FormField, tree: FormTree, path = ''): Record<string, string> {
  if (field.kind === 'group') {
    const parts = field.fields.map((inner) =>
      sentFields(inner, treePart(tree, inner.name) ?? '', fieldPath(path, inner.name)),
    );
    return Object.assign({}, ...parts);
  }
  if (field.kind !== 'rows') return { [path]: String(tree).replaceAll('\n', '\r\n') };
  const rows = Array.isArray(tree) ? tree : [];
  const parts = rows.map((row, index) => sentFields(field.row, row, fieldPath(path, index)));
  return Object.assign({ [countPath(path)]: String(rows.length) }, ...parts);
}
