import { setImmediate as breathe } from 'node:timers/promises';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { rowsOfRecord } from '#lib/catalog/import/save/save-slices.ts';

const ROWS_A_BATCH = 2_000;
const ITEMS_A_BATCH = 500;
const ITEMS_A_BREATH = 4;

/** Yields to the event loop between items, so that the writer of the previous batch receives database responses. */
export async function* batchesOf(
  items: AsyncIterable<SourceItem>,
  rowsABatch = ROWS_A_BATCH,
): AsyncGenerator<SourceItem[]> {
  let batch: SourceItem[] = [];
  let rows = 0;
  for await (const item of items) {
    const own = 'record' in item ? rowsOfRecord(item.record) : 0;
    if (batch.length >= ITEMS_A_BATCH || (rows > 0 && rows + own > rowsABatch)) {
      yield batch;
      batch = [];
      rows = 0;
    }
    if (batch.length % ITEMS_A_BREATH === 0) await breathe();
    batch.push(item);
    rows += own;
  }
  if (batch.length > 0) yield batch;
}
