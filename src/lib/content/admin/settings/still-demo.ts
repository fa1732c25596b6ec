import type { FormField, FormTree } from '#lib/content/admin/settings/form-field.ts';

/** Documents about the demo shop. Other documents, such as tax rates and colours, suit any shop. */
const DEMO_DOCUMENTS = new Set(['settings', 'delivery', 'home', 'slides']);
const SHOP_INDEPENDENT_KINDS = new Set(['choice', 'yes-no', 'number', 'color', 'date']);

/**
 * Returns whether a field still has the demo's text, list or amount. Plain numbers, choices and empty texts suit any
 * shop. Returns false for a group, whose fields are checked one by one.
 */
export function isStillDemo(
  documentPath: string,
  field: FormField,
  tree: FormTree | undefined,
  demoValues: FormTree | undefined,
): boolean {
  if (!DEMO_DOCUMENTS.has(documentPath) || demoValues === undefined || SHOP_INDEPENDENT_KINDS.has(field.kind))
    return false;
  if (
    field.kind === 'group' ||
    demoValues === '' ||
    (Array.isArray(demoValues) && demoValues.length === 0) ||
    (field.kind === 'lines' && field.hasNumbers)
  )
    return false;
  return JSON.stringify(tree) === JSON.stringify(demoValues);
}
