import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';

/** How a list is sorted: by a column, and then by the id. */
export interface KeysetSort {
  /** The name of a column with whole numbers, or with text that both databases sort by its bytes. */
  column: string;
  direction: 'asc' | 'desc';
  /** The expression of the column if it is computed; undefined if it is a column of the table. */
  expression?: RawBuilder<number>;
  /** Whether the column contains text. */
  isText?: boolean;
}

interface KeysetOptions {
  sort: KeysetSort;
  /** The number of rows on a page. */
  size: number;
  /** The cursor of the row before this page. Only one of `after` and `before` may be set. */
  after?: string | undefined;
  /** The cursor of the row after this page. */
  before?: string | undefined;
}

export interface KeysetPage<Row> {
  rows: Row[];
  /** The value of `after` for the next page; undefined on the last page. */
  next: string | undefined;
  /** The value of `before` for the previous page; undefined on the first page. */
  previous: string | undefined;
}

/**
 * Returns one page of a list. A cursor marks a row, not an offset, so new rows don't shift pages. The query must
 * select the sort column and `id`. If a page before the cursor would reach the start of the list, the first page is
 * returned.
 */
export function keysetPage<DB, Table extends keyof DB, Row extends { id: string | number }>(
  query: SelectQueryBuilder<DB, Table, Row>,
  options: KeysetOptions,
): Promise<KeysetPage<Simplify<Row>>> {
  const read = (sort: KeysetSort, cursor: string | undefined, limit: number) =>
    sortedAfterCursor(query, sort, cursor).limit(limit).execute();
  return keysetPageOf(read, options);
}

/**
 * Returns a page as `keysetPage` does, but with rows from `read`, which must return the rows after a cursor in order.
 */
export async function keysetPageOf<Row extends object>(
  read: (sort: KeysetSort, cursor: string | undefined, limit: number) => Promise<Row[]>,
  { sort, size, after, before }: KeysetOptions,
): Promise<KeysetPage<Row>> {
  const isBackwards = before !== undefined;
  const isAscending = (sort.direction === 'asc') !== isBackwards;
  const readSort: KeysetSort = { ...sort, direction: isAscending ? 'asc' : 'desc' };
  const foundRows = await read(readSort, before ?? after, size + 1);
  if (isBackwards && foundRows.length <= size) return keysetPageOf(read, { sort, size });
  const rows = foundRows.slice(0, size);
  if (isBackwards) rows.reverse();
  const hasNext = isBackwards || foundRows.length > size;
  const hasPrevious = isBackwards || (after !== undefined && rows.length > 0);
  return {
    rows,
    next: hasNext ? cursorOf(rows.at(-1), sort) : undefined,
    previous: hasPrevious ? cursorOf(rows[0], sort) : undefined,
  };
}

/**
 * Returns the query for the rows after a cursor, in order. Each row is compared with the cursor by two conditions,
 * because the database can use an index only for the first one.
 */
export function sortedAfterCursor<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { column, direction, expression, isText = false }: KeysetSort,
  cursor: string | undefined,
): SelectQueryBuilder<DB, Table, Row> {
  const key = expression ?? sql.ref<number>(column);
  const sortedQuery = query.orderBy(key, direction).orderBy(sql.ref('id'), direction);
  if (cursor === undefined) return sortedQuery;
  const dotIndex = cursor.indexOf('.');
  const value = decodeKey(cursor.slice(0, dotIndex), isText);
  // The cursor belongs to a list with another sort order, so it is ignored.
  if (Number.isNaN(value)) return sortedQuery;
  const id = cursor.slice(dotIndex + 1);
  const laterOperator = sql.raw(direction === 'asc' ? '>' : '<');
  return sortedQuery
    .where(sql<boolean>`${key} ${laterOperator}= ${value}`)
    .where(sql<boolean>`(${key} ${laterOperator} ${value} or id ${laterOperator} ${id})`);
}

function cursorOf(row: object | undefined, { column, isText }: KeysetSort): string | undefined {
  if (!row) return undefined;
  const { id, [column]: value } = row as Record<string, unknown>;
  return `${isText ? Buffer.from(String(value)).toString('base64url') : value}.${id}`;
}

function decodeKey(text: string, isText: boolean): string | number {
  return isText ? Buffer.from(text, 'base64url').toString().replaceAll('\0', '') : Number(text);
}
