import type { CatalogueEntry, ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { CleanPatch } from '#lib/catalog/import/record/merge-product.ts';
import { sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';

export type CleanEntry = Exclude<CatalogueEntry, ProductPatch> | CleanPatch;

/** Returns a product with sanitised HTML. Returns any other entry unchanged. */
export function cleanEntry(entry: CatalogueEntry): CleanEntry {
  return entry.type === 'product' ? cleanPatch(entry) : entry;
}

function cleanPatch({ long_content, ...patch }: ProductPatch): CleanPatch {
  if (long_content === undefined) return patch;
  return { ...patch, long_content: long_content ? sanitizeDescription(long_content) : null };
}
