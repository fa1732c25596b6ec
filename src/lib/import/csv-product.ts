import type { CatalogueRecord, ProductPatch } from '#lib/import/catalog-record.ts';

/** What the rows of a CSV say of a product. */
export interface CsvProduct {
  record: ProductPatch;
  /** Brands, categories and such that it names for the first time. */
  added: CatalogueRecord[];
  variantLines: number[];
  warnings: string[];
  /** New ones that name no category, collection or material. */
  unknownTags: string[];
}
