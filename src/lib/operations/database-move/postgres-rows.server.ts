import { sql } from 'kysely';
import type { Row } from '#lib/operations/database-move/place.ts';
import { type Ask, selectAll, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

const ROWS = 500;

export function askServer(tx: Tx): Ask {
  return async (text) => (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows;
}

/** By a cursor: a table may be larger than memory. */
export async function* rowsOfServer(tx: Tx, shape: TableShape): AsyncIterable<Row[]> {
  const ask = askServer(tx);
  await ask(`declare moving no scroll cursor for ${selectAll(shape, 'postgres')}`);
  for (;;) {
    const found = await ask(`fetch ${ROWS} from moving`);
    if (found.length === 0) break;
    yield found.map((row) => shape.columns.map(({ name }) => asText(row[name])));
  }
  await ask('close moving');
}

/** The driver gives 64-bit numbers as digits already. */
function asText(value: unknown): string | null {
  return value === null ? null : String(value);
}

export async function numberings(ask: Ask): Promise<{ table: string; column: string; sequence: string }[]> {
  const rows = await ask(`select table_name, column_name,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`);
  return rows.map((row) => ({
    table: String(row.table_name),
    column: String(row.column_name),
    sequence: String(row.sequence),
  }));
}
