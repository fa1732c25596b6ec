import type { DatabaseSync } from 'node:sqlite';

const TEXT = 'ಕೈಮಗ್ಗ 🧵 é\n"\\';

/**
 * Adds a row to every empty table, including tables from later versions. Integers are 1, except those in `NUMBERS`, and
 * all texts are equal, so that rows refer to each other. A text column with a list of allowed values gets the first
 * value in the list. Returns the names of all tables.
 */
export function fillTables(db: DatabaseSync): string[] {
  db.exec('pragma foreign_keys = off');
  const tables = db
    .prepare(`select name, sql from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`)
    .all() as { name: string; sql: string }[];
  for (const { name, sql } of tables) fillTable(db, name, sql);
  db.exec('pragma foreign_keys = on');
  return tables.map(({ name }) => name);
}

function fillTable(db: DatabaseSync, table: string, sql: string): void {
  if (db.prepare(`select 1 from ${table}`).get()) return;
  const columns = db.prepare('select name, type from pragma_table_info(?)').all(table) as {
    name: string;
    type: string;
  }[];
  const values = columns.map(({ name, type }) => {
    const [, allowed] = new RegExp(`check \\(${name} in\\s*\\(\\s*'([^']+)'`).exec(sql) ?? [];
    return type.toLowerCase() === 'integer' ? (NUMBERS[name] ?? 1) : (allowed ?? TEXT);
  });
  const names = columns.map(({ name }) => name).join(', ');
  db.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?')})`).run(...values);
}

/** Values with which the totals of a line and an order are consistent. */
const NUMBERS: Record<string, number> = {
  discount_paise: 0,
  prepaid_discount_paise: 0,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 0,
  delivery_paise: 0,
};
