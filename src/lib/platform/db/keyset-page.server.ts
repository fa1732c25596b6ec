import { type SelectQueryBuilder, type Simplify, sql } from 'kysely';

/** How a list is sorted: by a column of whole numbers that do not change, and then by the id. */
export interface KeysetSort {
  column: string;
  direction: 'asc' | 'desc';
}

interface KeysetOptions {
  sort: KeysetSort;
  /** Rows on a page. */
  size: number;
  /** A cursor of another page; at most one of them. */
  after?: string | undefined;
  before?: string | undefined;
}

export interface KeysetPage<Row> {
  rows: Row[];
  /** The `after` of the next page, if there is one. */
  next: string | undefined;
  /** The `before` of the previous page, if there is one. */
  previous: string | undefined;
}

/**
 * One page of a list. It begins at a row of another page, so new rows move no others. The query selects the column of
 * the sort and the `id`. A previous page that is not full is the first one, and shown in full.
 */
export async function keysetPage<DB, Table extends keyof DB, Row extends { id: string | number }>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { sort, size, after, before }: KeysetOptions,
): Promise<KeysetPage<Simplify<Row>>> {
  const isBackwards = before !== undefined;
  const ordered = sortedFrom(query, isBackwards ? reversed(sort) : sort, before ?? after);
  const found = await ordered.limit(size + 1).execute();
  if (isBackwards && found.length <= size) return keysetPage(query, { sort, size });
  const rows = found.slice(0, size);
  if (isBackwards) rows.reverse();
  const hasNext = isBackwards || found.length > size;
  const hasPrevious = isBackwards || (after !== undefined && rows.length > 0);
  return {
    rows,
    next: hasNext ? cursorOf(rows.at(-1), sort) : undefined,
    previous: hasPrevious ? cursorOf(rows[0], sort) : undefined,
  };
}

/** The first comparison alone lets the database use an index. */
function sortedFrom<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { column, direction }: KeysetSort,
  cursor: string | undefined,
): SelectQueryBuilder<DB, Table, Row> {
  const key = sql.ref(column);
  const ordered = query.orderBy(key, direction).orderBy(sql.ref('id'), direction);
  if (cursor === undefined) return ordered;
  const dot = cursor.indexOf('.');
  const value = Number(cursor.slice(0, dot));
  const id = cursor.slice(dot + 1);
  const isLater = sql.raw(direction === 'asc' ? '>' : '<');
  return ordered
    .where(sql<boolean>`${key} ${isLater}= ${value}`)
    .where(sql<boolean>`(${key} ${isLater} ${value} or id ${isLater} ${id})`);
}

function cursorOf(row: object | undefined, { column }: KeysetSort): string | undefined {
  if (!row) return undefined;
  const { id, [column]: value } = row as Record<string, unknown>;
  return `${value}.${id}`;
}

function reversed({ column, direction }: KeysetSort): KeysetSort {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}
