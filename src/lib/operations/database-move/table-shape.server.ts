import { TABLE_NAME_QUERIES } from '#lib/operations/backup/contents.server.ts';
import type { Engine } from '#lib/platform/db/db.server.ts';

export type RunQuery = (text: string) => Promise<Record<string, unknown>[]>;
export type ColumnKind = 'integer' | 'text';

export interface TableShape {
  name: string;
  /** The columns, sorted by name. */
  columns: { name: string; kind: ColumnKind }[];
  /** The columns of the primary key, in the order of the key. */
  keyColumns: string[];
}

/** Column types that can be moved. The text format of other types may differ between the engines. */
const COLUMN_KINDS: Record<string, ColumnKind> = { integer: 'integer', bigint: 'integer', text: 'text' };

/**
 * `position` is the column's position in the primary key, or 0. In PostgreSQL, the index of the key may include further
 * columns, which are not part of the key.
 */
const COLUMN_QUERIES: Record<Engine, (table: string) => string> = {
  sqlite: (table) => `select name, lower(type) as type, pk as position from pragma_table_info(${quoteLiteral(table)})`,
  postgres: (table) => `select attname as name, format_type(atttypid, atttypmod) as type,
      coalesce(array_position((indkey::int2[])[0:indnkeyatts - 1], attnum), 0) as position
    from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${quoteLiteral(quoteIdentifier(table))}::regclass and attnum > 0 and not attisdropped`,
};

/** Returns the shapes, sorted by name. Throws an Error if a column type is unsupported, or a primary key is missing. */
export async function readShapes(query: RunQuery, engine: Engine): Promise<TableShape[]> {
  const tables = await query(TABLE_NAME_QUERIES[engine]);
  const shapes: TableShape[] = [];
  for (const name of tables.map((row) => String(row.name)).sort())
    shapes.push(shapeOf(name, await query(COLUMN_QUERIES[engine](name))));
  return shapes;
}

function shapeOf(table: string, rows: Record<string, unknown>[]): TableShape {
  const columns = rows.map(({ name, type }) => ({
    name: String(name),
    kind: kindOf(table, String(name), String(type)),
  }));
  const keyRows = rows
    .filter(({ position }) => Number(position) > 0)
    .sort((a, b) => Number(a.position) - Number(b.position));
  if (keyRows.length === 0) throw new Error(`${table} has no primary key, so its rows cannot be compared in order.`);
  columns.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: table, columns, keyColumns: keyRows.map(({ name }) => String(name)) };
}

function kindOf(table: string, column: string, type: string): ColumnKind {
  const kind = COLUMN_KINDS[type];
  if (!kind) throw new Error(`${table}.${column} has the type ${type}, which the move does not support.`);
  return kind;
}

/** Returns the names of the tables whose shapes differ, or that only one of the lists contains. */
export function differingTables(from: readonly TableShape[], to: readonly TableShape[]): string[] {
  const serialize = (shapes: readonly TableShape[]) =>
    new Map(shapes.map((shape) => [shape.name, JSON.stringify(shape)]));
  const [fromByName, toByName] = [serialize(from), serialize(to)];
  return [...new Set([...fromByName.keys(), ...toByName.keys()])].filter(
    (name) => fromByName.get(name) !== toByName.get(name),
  );
}

/**
 * Returns a query for all rows, ordered by the key. Texts are ordered by their bytes, so the order is the same on both
 * engines.
 */
export function selectAll({ name, columns, keyColumns }: TableShape, engine: Engine): string {
  const kinds = new Map(columns.map((column) => [column.name, column.kind]));
  const byteOrder = (column: string) =>
    engine === 'postgres' && kinds.get(column) === 'text'
      ? `${quoteIdentifier(column)} collate "C"`
      : quoteIdentifier(column);
  const columnNames = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  return `select ${columnNames} from ${quoteIdentifier(name)} order by ${keyColumns.map(byteOrder).join(', ')}`;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
