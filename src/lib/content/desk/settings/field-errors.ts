import { type FormField, type FormTree, fieldPath, treePart } from '#lib/content/desk/settings/form-field.ts';
import type { FieldError } from '#lib/content/desk/settings/form-tree.ts';

/** A sentence for each field with an error, by the path of the form field. */
export function errorsByField(root: FormField, errors: readonly FieldError[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const error of errors) {
    const { path, label } = fieldOf(root, error.field.split('.').filter(Boolean));
    found[path] ??= errorSentence(label, error.message);
  }
  return found;
}

/** The form path of a field of the document: in the form, plain values and named parts of the document are rows. */
export function pathInForm(field: FormField, tree: FormTree | undefined, names: readonly string[]): string[] {
  const [name, ...rest] = names;
  if (name === undefined) return [];
  if (field.kind === 'group') {
    const part = partNamed(field.fields, name);
    return part ? [name, ...pathInForm(part, treePart(tree, name), rest)] : [];
  }
  if (field.kind !== 'rows') return [];
  const at = field.storedAs === 'names' ? rowIndexOf(tree, name) : name;
  const isRowName = field.storedAs === 'names' && rest.length === 0;
  const inRow = field.storedAs === 'objects' ? rest : isRowName ? ['name'] : ['value', ...rest];
  return [at, ...pathInForm(field.row, treePart(tree, at), inRow)];
}

function rowIndexOf(rows: FormTree | undefined, name: string): string {
  const at = Array.isArray(rows) ? rows.findIndex((row) => treePart(row, 'name') === name) : -1;
  return String(at < 0 ? 0 : at);
}

/** The field that shows a path; an entry of a list belongs to the field of the list. */
function fieldOf(root: FormField, names: readonly string[]): { path: string; label: string } {
  let field = root;
  let path = '';
  for (const name of names) {
    const below =
      field.kind === 'rows' ? field.row : field.kind === 'group' ? partNamed(field.fields, name) : undefined;
    if (!below) break;
    field = below;
    path = fieldPath(path, name);
  }
  return { path, label: field.label };
}

function partNamed(fields: readonly FormField[], name: string): FormField | undefined {
  return fields.find((one) => one.name === name);
}

/**
 * Messages of schemas follow the name of a field, and describe its format in a file: "must be ten digits in quotes". A
 * form leaves out the quotes.
 */
export function errorSentence(label: string, message: string): string {
  const plain = message
    .replace(/\. Wanted: .*$/s, '')
    .replace(/,? (?:in|without) quotes\b/g, '')
    .replace(/\.$/, '');
  const isContinued = /^(?:can’t|must|needs|is|has)\b/.test(plain);
  return isContinued && label ? `${label} ${plain}.` : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}
