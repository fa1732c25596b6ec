import { type FormField, type FormRows, type FormTree, treePart } from '#lib/content/admin/settings/form-field.ts';
import { treeOf } from '#lib/content/admin/settings/form-tree.ts';

const ROW_ACTIONS = ['add', 'remove', 'up', 'down'] as const;

export interface RowAction {
  action: (typeof ROW_ACTIONS)[number];
  /** The path of the list for `add`, and of the row for other actions, such as `footer.0.links.2`. */
  path: string;
}

/** Returns the action of a button from its value, such as `up zones.2`; undefined for other buttons. */
export function rowAction(button: string): RowAction | undefined {
  const [, action, path = ''] = /^(add|remove|up|down)(?: ([\w.-]{0,200}))?$/.exec(button) ?? [];
  const knownAction = ROW_ACTIONS.find((name) => name === action);
  return knownAction && { action: knownAction, path };
}

/** Returns the form with a row added, removed or moved by one place. An impossible action changes nothing. */
export function withRowAction(root: FormField, tree: FormTree, { action, path }: RowAction): FormTree {
  const names = path.split('.').filter(Boolean);
  const listNames = action === 'add' ? names : names.slice(0, -1);
  const field = fieldAt(root, listNames);
  if (field?.kind !== 'rows') return tree;
  const index = Number(names.at(-1));
  return withChangedList(tree, listNames, (rows) => {
    if (action === 'add') return rows.length < field.max ? [...rows, newRow(field, rows)] : rows;
    if (rows[index] === undefined) return rows;
    if (action === 'remove') return rows.toSpliced(index, 1);
    const otherIndex = action === 'up' ? index - 1 : index + 1;
    const otherRow = rows[otherIndex];
    return otherRow === undefined ? rows : rows.with(otherIndex, rows[index]).with(index, otherRow);
  });
}

/** Returns an empty row with a new key, and with the colour of the last row, because a colour can’t be empty. */
function newRow(field: FormRows, rows: readonly FormTree[]): FormTree {
  const parts = field.row.fields.map((child): [string, FormTree] => {
    if (child.kind === 'key') return [child.name, unusedKey(rows.map((row) => treePart(row, child.name)))];
    const lastColor = child.kind === 'color' ? treePart(rows.at(-1), child.name) : undefined;
    return [child.name, lastColor ?? treeOf(child, undefined)];
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
    return field?.kind === 'group' ? field.fields.find((child) => child.name === name) : undefined;
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
  const changedPart = withChangedList(part, rest, change);
  return Array.isArray(tree) ? tree.with(Number(name), changedPart) : { ...tree, [name]: changedPart };
}
