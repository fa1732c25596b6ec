import { sql } from 'kysely';
import type { Row } from '#lib/operations/database-move/source-and-target.ts';
import { type RunQuery, selectAll, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

const BATCH_ROWS = 500;

export function postgresQuery(tx: Tx): RunQuery {
  return async (text) => (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows;
}

/** Yields the rows in batches from a cursor, because a table may be larger than memory. */
export async function* postgresRows(tx: Tx, shape: TableShape): AsyncIterable<Row[]> {
  const query = postgresQuery(tx);
  await query(`declare moving no scroll cursor for ${selectAll(shape, 'postgres')}`);
  for (;;) {
    const rows = await query(`fetch ${BATCH_ROWS} from moving`);
    if (rows.length === 0) break;
    yield rows.map((row) => shape.columns.map(({ name }) => asText(row[name])));
  }
  await query('close moving');
}

/** Returns a value as text: the driver returns 64-bit integers as strings, and smaller integers as numbers. */
function asText(value: unknown): string | null {
  return value === null ? null : String(value);
}

/** Returns the columns that are numbered automatically, each with the quoted name of its sequence. */
export async function identityColumns(query: RunQuery): Promise<{ table: string; column: string; sequence: string }[]> {
  const rows = await query(`select table_name, column_name,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`);
  return rows.map((row) => ({
    table: String(row.table_name),
    column: String(row.column_name),
    sequence: String(row.sequence),
  }));
}
