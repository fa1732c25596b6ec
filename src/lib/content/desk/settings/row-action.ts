import { type FormField, type FormRows, type FormTree, treePart } from '#lib/content/desk/settings/form-field.ts';
import { treeOf } from '#lib/content/desk/settings/form-tree.ts';

const ROW_ACTIONS = ['add', 'remove', 'up', 'down'] as const;

export interface RowAction {
  action: (typeof ROW_ACTIONS)[number];
  /** The path of the list for `add`, and of the row for the others, such as `footer.0.links.2`. */
  path: string;
}

/** Parses the value of a button, such as `up zones.2`. Undefined for other buttons. */
export function rowAction(button: string): RowAction | undefined {
  const [, action, path = ''] = /^(add|remove|up|down)(?: ([\w.-]{0,200}))?$/.exec(button) ?? [];
  const known = ROW_ACTIONS.find((one) => one === action);
  return known && { action: known, path };
}

/** The form with a row added, removed or moved by one. Actions on rows that don't exist change nothing. */
export function withRowAction(root: FormField, tree: FormTree, { action, path }: RowAction): FormTree {
  const names = path.split('.').filter(Boolean);
  const listNames = action === 'add' ? names : names.slice(0, -1);
  const field = fieldAt(root, listNames);
  if (field?.kind !== 'rows') return tree;
  const at = Number(names.at(-1));
  return withChangedList(tree, listNames, (rows) => {
    if (action === 'add') return rows.length < field.max ? [...rows, newRow(field, rows)] : rows;
    if (rows[at] === undefined) return rows;
    if (action === 'remove') return rows.toSpliced(at, 1);
    const other = action === 'up' ? at - 1 : at + 1;
    const row = rows[other];
    return row === undefined ? rows : rows.with(other, rows[at]).with(at, row);
  });
}

/** An empty row with a new key, and with the colour of the last row, because a colour field can’t be empty. */
function newRow(field: FormRows, rows: readonly FormTree[]): FormTree {
  const parts = field.row.fields.map((one): [string, FormTree] => {
    if (one.kind === 'key') return [one.name, unusedKey(rows.map((row) => treePart(row, one.name)))];
    const last = one.kind === 'color' ? treePart(rows.at(-1), one.name) : undefined;
    return [one.name, last ?? treeOf(one, undefined)];
  });
  return Object.fromEntries(parts);
}

function unusedKey(keys: readonly (FormTree | undefined)[]): string {
  let number = keys.length + 1;
  while (keys.includes(`column${number}`)) number += 1;
  return `column${number}`;
}

function fieldAt(root: FormField, names: readonly string[]): FormField | undefined {
  return names.reduce<FormField | undefined>((field, name) => {
    if (field?.kind === 'rows') return field.row;
    return field?.kind === 'group' ? field.fields.find((one) => one.name === name) : undefined;
  }, root);
}

function withChangedList(
  tree: FormTree,
  [name, ...rest]: readonly string[],
  change: (rows: FormTree[]) => FormTree[],
): FormTree {
  if (name === undefined) return Array.isArray(tree) ? change(tree) : tree;
  const part = treePart(tree, name);
  if (part === undefined || typeof tree === 'string') return tree;
  const changed = withChangedList(part, rest, change);
  return Array.isArray(tree) ? tree.with(Number(name), changed) : { ...tree, [name]: changed };
}
