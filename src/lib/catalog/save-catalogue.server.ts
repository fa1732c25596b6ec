import type { CatalogueRecord } from '#lib/catalog/catalog-record.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';

/** A master picture that the import has stored. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  /** `#rrggbb`. */
  dominant: string;
}

export interface SaveProblem {
  /** Place of the record in the batch. */
  index: number;
  message: string;
}

export interface SaveResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Records that were left out, whole: they name an unknown brand, category, product… */
  problems: SaveProblem[];
}

/** Saves checked records; pictures are looked up by the `src` of the records. The same batch again changes nothing. */
export async function saveCatalogueBatch(
  _db: ShopDatabase,
  _records: CatalogueRecord[],
  _pictures: ReadonlyMap<string, StoredPicture>,
): Promise<SaveResult> {
  throw new Error('to come');
}
