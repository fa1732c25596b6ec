import type { CatalogueEntry, ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { CleanPatch } from '#lib/catalog/import/record/merge-product.ts';
import { sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';

export type CleanEntry = Exclude<CatalogueEntry, ProductPatch> | CleanPatch;

/** Returns a product with sanitised HTML. Returns any other entry unchanged. */
export function cleanEntry(entry: CatalogueEntry): CleanEntry {
  return entry.type === 'product' ? cleanPatch(entry) : entry;
}

function cleanPatch({ long_content, ...patch }: ProductPatch): CleanPatch {
  return long_content
    ? { ...patch, long_content: sanitizeDescription(long_content) }
    : { ...patch, long_content: emptyToNull(long_content) };
}

function emptyToNull(text: string | null | undefined): null | undefined {
  return text === undefined ? undefined : null;
}
