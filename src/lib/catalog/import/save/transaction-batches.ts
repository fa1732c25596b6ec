import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { Indexed } from '#lib/catalog/import/save/save-context.ts';

const MAX_ROWS_PER_TRANSACTION = 2_000;

/** Sorts records so that each record follows the records to which it refers. Yields one batch for each transaction. */
export function* transactionBatches<T extends CatalogueEntry>(items: Indexed<T>[]): Generator<Indexed<T>[]> {
  let batch: Indexed<T>[] = [];
  let batchRowCount = 0;
  for (const item of items.toSorted((a, b) => rank(a.record) - rank(b.record))) {
    const rowCount = rowCountOf(item.record);
    if (batch.length > 0 && batchRowCount + rowCount > MAX_ROWS_PER_TRANSACTION) {
      yield batch;
      batch = [];
      batchRowCount = 0;
    }
    batch.push(item);
    batchRowCount += rowCount;
  }
  if (batch.length > 0) yield batch;
}

function rank(record: CatalogueEntry): number {
  if (record.type === 'product') return 2;
  if (record.type === 'review') return 3;
  return record.type === 'category' && record.parent ? 1 : 0;
}

/** Returns the approximate number of rows that a record writes. */
export function rowCountOf(record: CatalogueEntry): number {
  if (record.type !== 'product') return 1;
  const { variants = [], images, categories } = record;
  const boltCount = variants.reduce((sum, { bolts }) => sum + (bolts?.length ?? 0), 0);
  return 3 + variants.length * 2 + boltCount + (images?.length ?? 0) + (categories?.length ?? 0);
}
