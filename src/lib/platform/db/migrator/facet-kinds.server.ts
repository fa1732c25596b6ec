import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';

const KIND_CHECK = /check \(kind in \([^()]*\)\)/;

/** Allows only `kinds` in `facet_value.kind`. Called by a migration that adds a facet. */
export async function allowFacetKinds(tx: Tx, engine: Engine, kinds: readonly string[]): Promise<void> {
  const check = `check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;
  const statements =
    engine === 'postgres'
      ? [
          'alter table facet_value drop constraint facet_value_kind_check',
          `alter table facet_value add constraint facet_value_kind_check ${check}`,
        ]
      : await sqliteStatements(tx, check);
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

/** Returns the statements that rebuild the table, because SQLite can't alter a check constraint. */
async function sqliteStatements(tx: Tx, check: string): Promise<string[]> {
  const tableDefinition = await sql<{
    text: string;
  }>`select sql as text from sqlite_schema where name = 'facet_value'`.execute(tx);
  const createStatements = tableDefinition.rows.map(({ text }) => text.replace(KIND_CHECK, check));
  const indexes = await indexesOnReferences(tx);
  return [
    'pragma defer_foreign_keys = on',
    // Without these indexes, deleting or inserting a value would scan all products.
    ...indexes.map(({ name, owner, column }) => `create index ${name} on ${owner} (${column})`),
    'create table facet_value_copy as select * from facet_value',
    'drop table facet_value',
    ...createStatements,
    'insert into facet_value select * from facet_value_copy',
    'drop table facet_value_copy',
    ...indexes.filter(({ owner }) => owner !== 'facet_value').map(({ name }) => `drop index ${name}`),
  ];
}

/** Returns an index to create for each column that refers to `facet_value`. */
async function indexesOnReferences(tx: Tx): Promise<{ name: string; owner: string; column: string }[]> {
  const { rows } = await sql<{ owner: string; column: string }>`
    select owner.name as owner, key."from" as "column"
    from sqlite_schema as owner, pragma_foreign_key_list(owner.name) as key
    where owner.type = 'table' and key."table" = 'facet_value'
    order by 1, 2`.execute(tx);
  return rows.map((row) => ({ ...row, name: `widening_${row.owner}_${row.column}` }));
}
