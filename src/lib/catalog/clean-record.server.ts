import type { CleanProduct } from '#lib/catalog/canonical-record.ts';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/catalog-record.ts';
import { ownersHtml } from '#lib/html/owners-html.server.ts';

export type CleanRecord = Exclude<CatalogueRecord, ProductRecord> | CleanProduct;

/** A record as it may be stored, from wherever it comes. */
export function cleanRecord(record: CatalogueRecord): CleanRecord {
  return record.type === 'product' ? cleanProduct(record) : record;
}

export function cleanProduct({ long_content, ...record }: ProductRecord): CleanProduct {
  return long_content ? { ...record, long_content: ownersHtml(long_content) } : record;
}
