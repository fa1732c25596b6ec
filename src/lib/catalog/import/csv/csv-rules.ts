import type { CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import type { MergeRules } from '#lib/catalog/import/record/merge-product.ts';

export interface CsvRules extends Pick<MergeRules, 'removesMissing'> {
  stockColumn?: string | undefined;
  categoryFrom: CategorySource;
  /** Returns the brand that customers see for a vendor, or an empty string if the vendor is hidden. */
  brandOf(vendor: string): string;
}

/** Returns `brandOf` for a map with keys folded by `foldedName`. A vendor that is not in the map is its own brand. */
export function brandLookup(brandByVendor: ReadonlyMap<string, string>): CsvRules['brandOf'] {
  return (vendor) => brandByVendor.get(foldedName(vendor)) ?? vendor;
}

/** Returns a name in the form in which names are compared: in NFKC, in lower case, trimmed, and with single spaces. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
