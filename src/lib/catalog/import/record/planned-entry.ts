import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ReviewPatch, TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';
import type { FacetValueTable, PictureTable, ReviewTable } from '#lib/platform/db/query/tables.ts';

export type PictureFile = Pick<PictureTable, 'src' | 'hash' | 'width' | 'height' | 'dominant'>;

/** A product with the data that an undo of an import needs. */
export interface ProductSnapshot {
  record: CleanProduct;
  /** The ids of the variants in order, with null for a variant that has no id yet. */
  ids: (number | null)[];
  /** The files of the product's stored pictures. */
  pictures: PictureFile[];
}

interface PlannedBase {
  /** The index of the record in the batch. */
  index: number;
  name: string;
  effect: 'new' | 'changed';
  changes: FieldChange[];
  /** A summary of a new product's prices, stock, categories and pictures. */
  about?: string | undefined;
}

export interface PlannedProductEntry extends PlannedBase {
  kind: 'product';
  before: ProductSnapshot | null;
  after: ProductSnapshot;
  formerSlugs: string[];
}

interface PlannedTaxonomyEntry extends PlannedBase {
  kind: TaxonomyPatch['type'];
  before: FacetValueTable | null;
  after: TaxonomyPatch;
}

interface PlannedReviewEntry extends PlannedBase {
  kind: 'review';
  id: string;
  before: ReviewTable | null;
  after: ReviewPatch;
}

/** The changes that an import would write for one record. */
export type PlannedEntry = PlannedProductEntry | PlannedTaxonomyEntry | PlannedReviewEntry;

/** Returns the id of a review, or the slug of any other record. */
export function idOfEntry(entry: PlannedEntry): string {
  if (entry.kind === 'product') return entry.after.record.slug;
  return entry.kind === 'review' ? entry.id : entry.after.slug;
}

/** An entry with its line in the file. */
export type LocatedEntry = PlannedEntry & { line: number };
