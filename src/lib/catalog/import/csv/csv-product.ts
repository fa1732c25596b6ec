import type { CatalogueRecord, ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';

export interface CsvProduct {
  record: ProductPatch;
  /** The categories, brands and other values that the product introduces. */
  newRecords: CatalogueRecord[];
  /** The line of each variant in the record. */
  variantLines: number[];
  warnings: string[];
  /** New tags that match no category, collection or attribute. */
  unknownTags: string[];
}
