import type { DocumentForm } from '#lib/content/admin/settings/document-form.server.ts';
import { treeValue } from '#lib/content/admin/settings/form-tree.ts';
import { SIZE_FIGURES, type SizeFigures } from '#lib/content/content/size-guide.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Returns the drawing in a form of the size guide; undefined for other forms, or if a value is invalid. */
export function shownFigure(
  { db }: Pick<Shop, 'db'>,
  { page, root, tree }: DocumentForm,
): SizeFigures['women'] | undefined {
  if (page.document !== SIZE_FIGURES) return undefined;
  const currentFields = contentOf(db).currentFields(SIZE_FIGURES, SIZE_FIGURES.path);
  const { data } = SIZE_FIGURES.schema.safeParse(treeValue(root, tree, currentFields, []));
  return data && Object.entries(data).find(([name]) => name === page.part)?.[1];
}
