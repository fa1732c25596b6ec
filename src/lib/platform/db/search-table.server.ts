import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';

/** The tokenizer of SQLite. If it left out combining marks (M*), words of Indian scripts would be split. */
const TOKENIZER = `unicode61 remove_diacritics 0 categories ''L* N* M* Co''`;

/** Creates the search table of migration 0001, which migration 0039 drops. */
export async function createSearchTable(tx: Tx, engine: Engine): Promise<void> {
  for (const statement of engine === 'postgres' ? POSTGRES_STATEMENTS : [SQLITE_STATEMENT])
    await sql.raw(statement).execute(tx);
}

const SQLITE_STATEMENT = `create virtual table product_search using fts5 (name_words, words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = '${TOKENIZER}')`;

const POSTGRES_STATEMENTS = [
  'create table product_search (id bigint primary key, name_words tsvector not null, words tsvector not null)',
  'create index product_search_name_words on product_search using gin (name_words) with (fastupdate = off)',
  'create index product_search_words on product_search using gin (words) with (fastupdate = off)',
];
