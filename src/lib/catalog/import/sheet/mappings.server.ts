import { foldedName } from '#lib/catalog/import/csv/csv-rules.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';

export interface Mappings {
  /** The uses of columns, by name. */
  columns: ReadonlyMap<string, ColumnUse>;
  /** The brands that customers see, by vendor. An empty brand hides the vendor. */
  brands: ReadonlyMap<string, string>;
}

export async function readMappings(db: Pick<ShopDatabase, 'read'>): Promise<Mappings> {
  const rows = await db.read.selectFrom('import_mapping').selectAll().execute();
  const entriesOf = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ word, target }) => [word, target] as const);
  return { columns: new Map(entriesOf('column')) as Map<string, ColumnUse>, brands: new Map(entriesOf('brand')) };
}

/**
 * Returns the stored mappings with the new mappings, which have priority. The names of the new mappings are folded with
 * `foldedName`; those of the stored mappings already are.
 */
export function mergeMappings(storedMappings: Mappings, newMappings: Partial<Mappings> = {}): Mappings {
  return {
    columns: new Map([...storedMappings.columns, ...foldedEntries(newMappings.columns)]),
    brands: new Map([...storedMappings.brands, ...foldedEntries(newMappings.brands)]),
  };
}

/** Saves mappings for later imports, and records them in the audit log. `now` is the time of the change. */
export async function saveMappings(
  db: ShopDatabase,
  { columns, brands }: Partial<Mappings>,
  now = Date.now(),
): Promise<void> {
  const rows = [
    ...foldedEntries(columns).map(([word, target]) => ({ kind: 'column' as const, word, target: target as string })),
    ...foldedEntries(brands).map(([word, target]) => ({ kind: 'brand' as const, word, target })),
  ];
  if (rows.length === 0) return;
  await bulkTransaction(db, async (tx) => {
    for (const row of rows) {
      await tx
        .insertInto('import_mapping')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'word']).doUpdateSet({ target: row.target }))
        .execute();
    }
    const after = Object.fromEntries(rows.map(({ kind, word, target }) => [`${kind} ${word}`, target]));
    await recordAudit(tx, { action: 'save import mappings', record: { kind: 'import', id: '' }, after }, now);
  });
}

function foldedEntries<T extends string>(mapping: ReadonlyMap<string, T> = new Map()): [string, T][] {
  return [...mapping].map(([word, target]) => [foldedName(word), target]);
}
