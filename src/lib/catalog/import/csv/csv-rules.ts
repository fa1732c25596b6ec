import type { CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import type { MergeRules } from '#lib/catalog/import/record/merge-product.ts';

export interface CsvRules extends Pick<MergeRules, 'removesMissing'> {
  stockColumn?: string | undefined;
  categoryFrom: CategorySource;
  /** Returns the brand that customers see for a vendor, or an empty string if the vendor is hidden. */
  brandOf(vendor: string): string;
}

export function brandLookup(brandByVendor: ReadonlyMap<string, string>): CsvRules['brandOf'] {
  return (vendor) => brandByVendor.get(foldedWord(vendor)) ?? vendor;
}

export function foldedWord(word: string): string {
  return word.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
