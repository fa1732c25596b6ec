import { type FormField, type FormTree, fieldPath, treePart } from '#lib/content/admin/settings/form-field.ts';
import type { FieldError } from '#lib/content/admin/settings/form-tree.ts';

/** Returns a sentence for each field with an error, by the path of the form field. */
export function errorsByField(root: FormField, errors: readonly FieldError[]): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const error of errors) {
    const { path, label } = fieldOf(root, error.field.split('.').filter(Boolean));
    sentences[path] ??= errorSentence(label, error.message);
  }
  return sentences;
}

/** Returns the form path of a document's field: in the form, plain values and named parts of the document are rows. */
export function pathInForm(field: FormField, tree: FormTree | undefined, names: readonly string[]): string[] {
  const [name, ...rest] = names;
  if (name === undefined) return [];
  if (field.kind === 'group') {
    const part = findField(field.fields, name);
    return part ? [name, ...pathInForm(part, treePart(tree, name), rest)] : [];
  }
  if (field.kind !== 'rows') return [];
  const index = field.storedAs === 'record' ? rowIndexOf(tree, name) : name;
  const isRowName = field.storedAs === 'record' && rest.length === 0;
  const namesInRow = field.storedAs === 'objects' ? rest : isRowName ? ['name'] : ['value', ...rest];
  return [index, ...pathInForm(field.row, treePart(tree, index), namesInRow)];
}

function rowIndexOf(rows: FormTree | undefined, name: string): string {
  const index = Array.isArray(rows) ? rows.findIndex((row) => treePart(row, 'name') === name) : -1;
  return String(index < 0 ? 0 : index);
}

/** Returns the path and label of the field at a path. An entry of a list belongs to the field of the list. */
function fieldOf(root: FormField, names: readonly string[]): { path: string; label: string } {
  let field = root;
  let path = '';
  for (const name of names) {
    const child =
      field.kind === 'rows' ? field.row : field.kind === 'group' ? findField(field.fields, name) : undefined;
    if (!child) break;
    field = child;
    path = fieldPath(path, name);
  }
  return { path, label: field.label };
}

function findField(fields: readonly FormField[], name: string): FormField | undefined {
  return fields.find((field) => field.name === name);
}

/**
 * Returns a sentence for the message of a schema. The message follows the name of a field and describes the format of
 * the field in a file: "must be ten digits in quotes". The sentence does not mention quotes.
 */
export function errorSentence(label: string, message: string): string {
  const text = message
    .replace(/\. Expected: .*$/s, '')
    .replace(/,? (?:in|without) quotes\b/g, '')
    .replace(/\.$/, '');
  const continuesLabel = /^(?:can’t|must|needs|is|has)\b/.test(text);
  return continuesLabel && label ? `${label} ${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
