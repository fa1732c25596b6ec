import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

/** A program with concurrent writers: `write-constantly.ts DATA_DIR WRITERS MS`. Prints the result as JSON. */
const [dataDir = '', writers = '', ms = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
const until = performance.now() + Number(ms);
const report = { written: 0, failed: 0, slowestMs: 0 };

async function writeRepeatedly(): Promise<void> {
  while (performance.now() < until) {
    const startedAt = performance.now();
    await transaction(db, (tx) => tx.updateTable('number_series').set({ value: sql`value + 1` }).execute()).then(
      () => report.written++,
      () => report.failed++,
    );
    report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, writeRepeatedly));
await db.close();
console.log(JSON.stringify(report));
