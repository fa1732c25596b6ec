import { createReadStream } from 'node:fs';
import { readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { SettlementEntryTable } from '#lib/platform/db/tables/payments.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import {
  SETTLEMENT_MESSAGES,
  type SettlementColumns,
  settlementColumns,
  settlementEntry,
} from '#lib/sales/money-reports/settlements/settlement-file.ts';

/**
 * Stores the entries of a settlement report. Replaces entries that are already stored, so that reports may overlap.
 * Returns the number of entries. If the file is missing or can't be read, stores nothing and throws `invalid`.
 */
export async function saveSettlements(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  path: string | undefined,
): Promise<number> {
  if (path === undefined) throw new ShopError('invalid', SETTLEMENT_MESSAGES.noFile);
  const at = now();
  const entries = await entriesIn(path, at);
  if (entries.length === 0) return 0;
  const { id: _, ...updatedColumns } = entries[0] as SettlementEntryTable;
  await transaction(db, async (tx) => {
    await insertRows(tx, 'settlement_entry', entries, Object.keys(updatedColumns));
    const record = { kind: 'settlements', id: newId() };
    await recordAudit(tx, { action: 'upload settlements', record, after: { entries: entries.length } }, at);
  });
  return entries.length;
}

async function entriesIn(path: string, uploaded_at: number): Promise<SettlementEntryTable[]> {
  const entriesById = new Map<string, SettlementEntryTable>();
  let columns: SettlementColumns | undefined;
  for await (const { fields, line, problem } of readCsvRows(createReadStream(path, 'utf8'))) {
    if (problem !== undefined) throw new ShopError('invalid', `Line ${line}: ${problem}. Nothing was saved.`);
    if (!columns) {
      columns = settlementColumns(fields);
      continue;
    }
    const entry = fields.some(Boolean) ? settlementEntry(columns, fields, line) : undefined;
    if (entry) entriesById.set(entry.id, { ...entry, uploaded_at });
  }
  if (!columns) throw new ShopError('invalid', SETTLEMENT_MESSAGES.notCsv);
  return [...entriesById.values()];
}
