import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { SearchDocument } from '#lib/platform/db/search-table.server.ts';

/** Without combining marks (M*), words of Indian scripts would be split. */
const TOKENIZER = `unicode61 remove_diacritics 0 categories ''L* N* M* Co''`;

export async function createSqliteSearch(tx: Tx): Promise<void> {
  await sql
    .raw(
      `create virtual table product_search using fts5 (name_words, words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = '${TOKENIZER}')`,
    )
    .execute(tx);
}

export async function putInSqlite(tx: Tx, documents: SearchDocument[], known: ReadonlySet<number>): Promise<void> {
  for (const { id, nameWords, words } of documents) {
    if (known.has(id)) await sql`delete from product_search where rowid = ${id}`.execute(tx);
    if (words.length === 0) continue;
    await sql`insert into product_search (rowid, name_words, words) values (${id}, ${nameWords.join(' ')}, ${words.join(' ')})`.execute(
      tx,
    );
  }
}

export async function findInSqlite(
  db: ShopDatabase,
  words: string[],
  limit: number,
  where: 'name' | 'all',
): Promise<number[]> {
  const prefixes = words.map((word) => `"${word.replaceAll('"', '')}"*`).join(' AND ');
  const match = `${where === 'name' ? 'name_words' : 'words'} : (${prefixes})`;
  const query = sql<{
    id: number;
  }>`select rowid as id from product_search where product_search match ${match} order by rowid desc limit ${limit}`;
  return (await query.execute(db.read)).rows.map((row) => row.id);
}
