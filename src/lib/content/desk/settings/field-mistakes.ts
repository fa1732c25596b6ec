import { type FormField, fieldPath } from '#lib/content/desk/settings/form-field.ts';
import type { FieldMistake } from '#lib/content/desk/settings/form-tree.ts';

/** A sentence for each field with a mistake, by the path of the form field. */
export function mistakesByField(root: FormField, mistakes: readonly FieldMistake[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const mistake of mistakes) {
    const { path, label } = fieldOf(root, mistake.field.split('.').filter(Boolean));
    found[path] ??= sentence(label, mistake.message);
  }
  return found;
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

const DEMANDS: readonly [pattern: RegExp, text: string][] = [
  [/^is (?=(?:empty|longer|missing|already|not)\b)/, 'is '],
  [/^is /, 'must be '],
  [/^has (?=no\b)/, 'has '],
  [/^has /, 'must have '],
  [/^begins /, 'must begin '],
  [/^goes /, 'must go '],
  [/^differs /, 'must differ '],
];

/**
 * Messages of schemas continue the name of a field, and are about its notation in a file: "is ten digits in quotes". In
 * a form, "must be" replaces "is", and the quotes are left out.
 */
function sentence(label: string, message: string): string {
  const plain = message
    .replace(/\. Wanted: .*$/s, '')
    .replace(/,? (?:in|without) quotes\b/g, '')
    .replace(/\.$/, '');
  const demand = DEMANDS.find(([pattern]) => pattern.test(plain));
  const words = demand ? plain.replace(...demand) : plain;
  const isContinued = demand !== undefined || /^(?:can’t|must|needs)\b/.test(words);
  return isContinued && label ? `${label} ${words}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
