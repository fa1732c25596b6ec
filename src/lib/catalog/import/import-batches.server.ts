import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { rowCountOf } from '#lib/catalog/import/save/transaction-batches.ts';

const ROWS_PER_BATCH = 2_000;
const ITEMS_PER_BATCH = 500;
const ITEMS_PER_EVENT_LOOP_TURN = 4;

/**
 * Divides items into batches. Regularly yields to the event loop, so that the previous batch can be written at the same
 * time.
 */
export async function* batchesOf(
  items: AsyncIterable<SourceItem>,
  rowsPerBatch = ROWS_PER_BATCH,
): AsyncGenerator<SourceItem[]> {
  let batch: SourceItem[] = [];
  let rowCount = 0;
  for await (const item of items) {
    const itemRowCount = 'record' in item ? rowCountOf(item.record) : 0;
    if (batch.length >= ITEMS_PER_BATCH || (rowCount > 0 && rowCount + itemRowCount > rowsPerBatch)) {
      yield batch;
      batch = [];
      rowCount = 0;
    }
    if (batch.length % ITEMS_PER_EVENT_LOOP_TURN === 0) await yieldToEventLoop();
    batch.push(item);
    rowCount += itemRowCount;
  }
  if (batch.length > 0) yield batch;
}
