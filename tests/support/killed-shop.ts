import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { FORM_TOKEN, formToken } from '#lib/admin/access/form-token.server.ts';
import { readStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { ShopProcess } from './shop-process.ts';
import { addStaff } from './staff.ts';

/**
 * Adds an owner with a session. Returns a function that sends a form as this owner, or opens a page if no fields are
 * passed, and returns the text of the response. That function fails if the status is not 200.
 */
export async function signInAsOwner(db: ShopDatabase, dataDir: string, settings: Record<string, string> = {}) {
  const { token } = await addStaff(db);
  const secretKey = await secretKeyOf(readSettings({ ...settings, DATA_DIR: dataDir }));
  const session = await readStaffSession({ db, now: Date.now }, token);
  if (!session) throw new Error('The session has ended.');
  return async ({ origin }: ShopProcess, path: string, fields?: object): Promise<string> => {
    const body = fields && JSON.stringify({ ...fields, [FORM_TOKEN]: formToken({ secretKey }, session) });
    const headers = { cookie: `admin=${token}`, origin, 'content-type': 'application/json' };
    const response = await fetch(origin + path, { method: body ? 'POST' : 'GET', headers, body: body ?? null });
    const text = await response.text();
    expect([path, response.status, text]).toEqual([path, 200, text]);
    return text;
  };
}

interface BlockedRow {
  table: 'orders' | 'variant';
  column: string;
  id: string | number;
}

/**
 * Blocks updates to a row until the returned function is called. If `postgresUrl` is undefined, the database is SQLite,
 * and only updates to `column` are blocked.
 */
export async function blockUpdates(
  db: ShopDatabase,
  postgresUrl: string | undefined,
  { table, column, id }: BlockedRow,
): Promise<() => Promise<void>> {
  if (postgresUrl === undefined) {
    const endlessQuery = sql.raw(
      'select count(*) from sqlite_schema a, sqlite_schema b, sqlite_schema c, sqlite_schema d',
    );
    const change = sql`update of ${sql.ref(column)} on ${sql.table(table)} when new.id = ${sql.lit(id)}`;
    await sql`create trigger endless before ${change} begin ${endlessQuery}; end`.execute(db.write);
    return async () => void (await sql`drop trigger endless`.execute(db.write));
  }
  // A separate connection, because the connections in `db` end idle transactions.
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query('begin');
  await client.query(`select id from ${client.escapeIdentifier(table)} where id = $1 for update`, [id]);
  return () => client.end();
}
