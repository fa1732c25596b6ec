import type { CatalogueRecord, ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';

export interface CsvProduct {
  record: ProductPatch;
  added: CatalogueRecord[];
  variantLines: number[];
  warnings: string[];
  /** New tags that match no category, collection or attribute. */
  unknownTags: string[];
}
