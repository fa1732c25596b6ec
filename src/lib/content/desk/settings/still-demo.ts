import type { FormField, FormTree } from '#lib/content/desk/settings/form-field.ts';

/** Documents about the demo shop. The others, such as tax rates and colours, suit any shop. */
const OF_DEMO = new Set(['settings', 'delivery', 'home', 'slides']);
const SUITS_ANY = new Set(['choice', 'yes-no', 'number', 'color', 'date']);

/** Whether a field still has the demo's text or list. Numbers, choices and empty texts suit any shop. */
export function isStillDemo(
  document: string,
  field: FormField,
  tree: FormTree | undefined,
  shipped: FormTree | undefined,
): boolean {
  if (!OF_DEMO.has(document) || shipped === undefined || SUITS_ANY.has(field.kind)) return false;
  if (
    field.kind === 'group' ||
    shipped === '' ||
    (Array.isArray(shipped) && shipped.length === 0) ||
    (field.kind === 'lines' && field.hasNumbers)
  )
    return false;
  return JSON.stringify(tree) === JSON.stringify(shipped);
}
