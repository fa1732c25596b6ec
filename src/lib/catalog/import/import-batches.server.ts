import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { rowsOfRecord } from '#lib/catalog/import/save/transaction-batches.ts';

const ROWS_PER_BATCH = 2_000;
const ITEMS_PER_BATCH = 500;
const ITEMS_PER_YIELD = 4;

/**
 * Divides items into batches. Regularly yields to the event loop, so that the previous batch can be written at the same
 * time.
 */
export async function* batchesOf(
  items: AsyncIterable<SourceItem>,
  rowsPerBatch = ROWS_PER_BATCH,
): AsyncGenerator<SourceItem[]> {
  let batch: SourceItem[] = [];
  let rows = 0;
  for await (const item of items) {
    const itemRows = 'record' in item ? rowsOfRecord(item.record) : 0;
    if (batch.length >= ITEMS_PER_BATCH || (rows > 0 && rows + itemRows > rowsPerBatch)) {
      yield batch;
      batch = [];
      rows = 0;
    }
    if (batch.length % ITEMS_PER_YIELD === 0) await yieldToEventLoop();
    batch.push(item);
    rows += itemRows;
  }
  if (batch.length > 0) yield batch;
}
