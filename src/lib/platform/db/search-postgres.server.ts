import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { SearchDocument } from '#lib/platform/db/search-table.server.ts';

export async function createPostgresSearch(tx: Tx): Promise<void> {
  await sql`create table product_search (id bigint primary key, name_words tsvector not null, words tsvector not null)`.execute(
    tx,
  );
  // With fastupdate, every search would read a list of pending words until the next vacuum.
  await sql`create index product_search_name_words on product_search using gin (name_words) with (fastupdate = off)`.execute(
    tx,
  );
  await sql`create index product_search_words on product_search using gin (words) with (fastupdate = off)`.execute(tx);
}

export async function putInPostgres(tx: Tx, documents: SearchDocument[], known: ReadonlySet<number>): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ id, nameWords, words }) => ({ id, name_words: nameWords, words }));
  if (known.size > 0) await sql`delete from product_search where id in (${sql.join([...known])})`.execute(tx);
  // PostgreSQL's own parser would split and fold words differently from SQLite's.
  await sql`insert into product_search (id, name_words, words)
    select id, array_to_tsvector(name_words), array_to_tsvector(words)
    from json_to_recordset(${JSON.stringify(rows.filter((row) => row.words.length > 0))}::text::json) as given (id bigint, name_words text[], words text[])`.execute(
    tx,
  );
}

export async function findInPostgres(
  db: ShopDatabase,
  words: string[],
  limit: number,
  where: 'name' | 'all',
): Promise<number[]> {
  const prefixes = words.map((word) => `'${word.replaceAll(/['\\]/g, '')}':*`).join(' & ');
  const column = sql.ref(where === 'name' ? 'name_words' : 'words');
  const query = sql<{
    id: number;
  }>`select id from product_search where ${column} @@ ${prefixes}::text::tsquery limit ${limit}`;
  return (await query.execute(db.read)).rows.map((row) => row.id);
}
