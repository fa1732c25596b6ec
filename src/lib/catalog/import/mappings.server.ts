import { foldedWord } from '#lib/catalog/import/csv/csv-rules.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';

export interface Mappings {
  columns: ReadonlyMap<string, ColumnUse>;
  /** The brands that customers see, by vendor. An empty brand hides the vendor. */
  brands: ReadonlyMap<string, string>;
}

export async function readMappings(db: Pick<ShopDatabase, 'read'>): Promise<Mappings> {
  const rows = await db.read.selectFrom('import_answer').selectAll().execute();
  const entriesOf = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ word, means }) => [word, means] as const);
  return { columns: new Map(entriesOf('column')) as Map<string, ColumnUse>, brands: new Map(entriesOf('brand')) };
}

export function mergeMappings(storedMappings: Mappings, newMappings: Partial<Mappings> = {}): Mappings {
  return {
    columns: new Map([...storedMappings.columns, ...foldedEntries(newMappings.columns)]),
    brands: new Map([...storedMappings.brands, ...foldedEntries(newMappings.brands)]),
  };
}

export async function saveMappings(
  db: ShopDatabase,
  { columns, brands }: Partial<Mappings>,
  now = Date.now(),
): Promise<void> {
  const rows = [
    ...foldedEntries(columns).map(([word, means]) => ({ kind: 'column' as const, word, means: means as string })),
    ...foldedEntries(brands).map(([word, means]) => ({ kind: 'brand' as const, word, means })),
  ];
  if (rows.length === 0) return;
  await bulkTransaction(db, async (tx) => {
    for (const row of rows) {
      await tx
        .insertInto('import_answer')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'word']).doUpdateSet({ means: row.means }))
        .execute();
    }
    const after = Object.fromEntries(rows.map(({ kind, word, means }) => [`${kind} ${word}`, means]));
    await recordAudit(tx, { action: 'save import answers', record: { kind: 'import', id: '' }, after }, now);
  });
}

function foldedEntries<T extends string>(words: ReadonlyMap<string, T> = new Map()): [string, T][] {
  return [...words].map(([word, means]) => [foldedWord(word), means]);
}
