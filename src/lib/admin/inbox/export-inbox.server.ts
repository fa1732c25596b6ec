import { setImmediate as nextTask } from 'node:timers/promises';
import { type InboxScope, KIND_NAMES } from '#lib/admin/inbox/inbox.ts';
import type { InboxQuery } from '#lib/admin/inbox/inbox-query.schema.ts';
import type { InboxRow } from '#lib/admin/inbox/inbox-rows.server.ts';
import { listInbox } from '#lib/admin/inbox/list-inbox.server.ts';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import { csvHeader, csvLines } from '#lib/platform/csv.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianIsoMinute } from '#lib/primitives/indian-time.ts';

/** The number of rows in a chunk. Reading and formatting a chunk blocks other requests for a few milliseconds. */
const CHUNK_ROWS = 200;

type ExportShop = Pick<Shop, 'db' | 'now' | 'settings'>;

/** Exports the rows of the inbox as CSV, in chunks. `filters` is for the audit log. */
export function exportInbox(
  shop: ExportShop,
  query: InboxQuery,
  filters: string,
  scope: InboxScope,
): Promise<AsyncGenerator<string>> {
  return recordedExport(shop, { recordKind: 'inbox', filters, chunks: csvChunks(shop, query, scope) });
}

async function* csvChunks(
  { db, settings }: { db: ShopDatabase; settings: ExportShop['settings'] },
  query: InboxQuery,
  scope: InboxScope,
): AsyncGenerator<ExportChunk> {
  yield { text: csvHeader(['Kind', 'Since', 'State', 'Customer', 'About', 'Link']), recordCount: 0 };
  for (let after: string | undefined; ; ) {
    const { rows, next } = await listInbox(db, { ...query, after, before: undefined }, scope, CHUNK_ROWS);
    if (rows.length > 0)
      yield { text: csvLines(rows.map((row) => cellsOf(row, settings.siteUrl))), recordCount: rows.length };
    if (next === undefined) return;
    after = next;
    await nextTask();
  }
}

function cellsOf({ kind, at, state, customerName, subject, href }: InboxRow, siteUrl: string): string[] {
  return [KIND_NAMES[kind], indianIsoMinute(at), state, customerName, subject, siteUrl + href];
}
