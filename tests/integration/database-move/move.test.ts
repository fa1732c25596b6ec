import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import { parseDestination } from '#lib/operations/database-move/destination.server.ts';
import { moveShop } from '#lib/operations/database-move/move-shop.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { arrivingMark } from '#lib/platform/db/migrator/move-marks.server.ts';
import { newFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { buildShop } from '#support/build-shop.ts';
import { addCustomer } from '#support/customers.ts';
import { killAfter } from '#support/end-with-test.ts';
import { fillTables } from '#support/fill-tables.ts';
import { freePort } from '#support/free-port.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { root } from '#support/project-root.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase, runScript } from '#support/test-database.ts';

/** The long version sets `MOVE_KILLS=20` and `MOVE_ORDERS=5000`. */
const KILLS = Number(process.env.MOVE_KILLS ?? 1);
const ORDERS = Number(process.env.MOVE_ORDERS ?? 50);
/** The period of the kills: some hit a process that is starting, and some come after the move has ended. */
const KILL_PERIOD_MS = 1_200 + ORDERS;

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const remove of cleanUps) await remove();
});

describe.skipIf(!inject('postgresUrl'))('a move to the other database engine', () => {
  test('copies rows there and back, with a byte-equal export and consecutive numbers', async () => {
    const first = await sellingShop();
    const sold = await onShop(first, async (db) => ({ numbers: await sellAndShip(db), catalogue: await exportOf(db) }));
    const server = await emptyDatabase();
    const moved = await move(first, server);
    expect(moved?.tables.get('orders')?.rows).toBe(2);
    const numbers = await onShop(server, async (db) => {
      expect(await exportOf(db)).toBe(sold.catalogue);
      return sellAndShip(db);
    });
    expect(numbers).toEqual(sold.numbers.map((number) => number + 1));

    const before = await onShop(server, async (db) => ({ rows: await mainRows(db), catalogue: await exportOf(db) }));
    const second = emptyFolder();
    await move(server, second);
    await onShop(second, async (db) => {
      expect(await mainRows(db)).toEqual(before.rows);
      expect(await exportOf(db)).toBe(before.catalogue);
      expect(await sellAndShip(db)).toEqual(sold.numbers.map((number) => number + 2));
    });
  });

  test('copies every table, column and character, and reuses no id of a deleted row', async () => {
    const first = emptyFolder();
    await onShop(first, async () => {});
    const tables = withFile(first, (file) => {
      const names = fillTables(file);
      // Other processes and external services may still refer to ids of deleted rows.
      file.exec(`insert into invalidation (id, tag, at) values (4000, 'gone', 1)`);
      file.exec('delete from invalidation where id = 4000');
      for (const key of ['b', 'B', 'a', 'é', '🧵', 'ｆ', 'a-b', 'ab'])
        file.prepare(`insert into hold_party (key, seen_at) values (?, 1)`).run(key);
      file.prepare(`insert into rate_window (key, started_at, count) values ('many', 1, ?)`).run(2n ** 53n + 1n);
      return names;
    });
    // Most servers sort texts by language rules, SQLite by bytes.
    const server = await emptyDatabase(`template template0 locale_provider icu icu_locale 'en-IN'`);
    const moved = await move(first, server);
    expect([...(moved?.tables.keys() ?? [])]).toEqual(tables);
    expect([...(moved?.tables ?? [])].filter(([, { rows }]) => rows === 0)).toEqual([]);
    const second = emptyFolder();
    const back = await move(server, second);
    expect(back?.tables).toEqual(moved?.tables);
    const ids = await onShop(second, (db) =>
      db.write.insertInto('invalidation').values({ tag: 'next', at: 2 }).returning('id').execute(),
    );
    expect(ids).toEqual([{ id: 4001 }]);
    expect(
      withFile(second, (file) => file.prepare(`select cast(count as text) as count from rate_window`).all()),
    ).toContainEqual({ count: '9007199254740993' });
  });

  test('leaves out NUL, which PostgreSQL can’t store, and reports it', async () => {
    const first = emptyFolder();
    await onShop(first, async () => {});
    withFile(first, (file) =>
      file.exec(
        `insert into contact_message (id, name, mobile, email, content, created_at) values ('m', 'As' || char(0) || 'ha', '9', 'a@example.in', '', 1)`,
      ),
    );
    const server = await emptyDatabase();
    const moved = await move(first, server);
    expect([...(moved?.nulTexts ?? [])]).toEqual([['contact_message.name', 1]]);
    const names = await onShop(server, (db) => db.write.selectFrom('contact_message').select('name').execute());
    expect(names).toEqual([{ name: 'Asha' }]);
  });

  for (const engine of ['sqlite', 'postgres'] as const) {
    const emptyTarget = engine === 'sqlite' ? () => emptyDatabase() : async () => emptyFolder();
    const openOnce = (location: ShopLocation) => onShop(location, async () => {});

    test(`[from ${engine}] rejects an open, used, older, newer or same-engine database, and changes nothing`, async () => {
      const from = engine === 'sqlite' ? emptyFolder() : await emptyDatabase();
      const to = await emptyTarget();
      await openOnce(from);
      await expect(move(from, from)).rejects.toThrow('already uses this database engine');
      const running = await openDatabase(from);
      await migrate(running);
      await expect(move(from, to)).rejects.toThrow('Stop all its processes');
      await running.close();
      await renameMigration(from, '0042-own-content', '9999-later');
      await expect(move(from, to)).rejects.toThrow('newer than this version');
      await renameMigration(from, '9999-later', 'moving');
      await runSql(from, `delete from migration where name = 'moving'`);
      await expect(move(from, to)).rejects.toThrow('Start the shop once');
      await runSql(from, `insert into migration (name, at) values ('0042-own-content', 1)`);
      const usedTarget = await emptyTarget();
      await openOnce(usedTarget);
      await expect(move(from, usedTarget)).rejects.toThrow(/is not empty|already exists/);
      await runSql(from, 'create table forgotten (id bigint primary key)');
      await expect(move(from, to)).rejects.toThrow('differ from those of this version: forgotten');
      await runSql(from, 'drop table forgotten');
      await openOnce(from);
      expect((await move(from, to))?.tables.get('customer')?.rows).toBe(0);
    });

    test(`[from ${engine}] prevents starts on a moved or incomplete database, with a one-line message`, async () => {
      const from = engine === 'sqlite' ? emptyFolder() : await emptyDatabase();
      const to = await emptyTarget();
      await openOnce(from);
      await move(from, to);
      await expect(openOnce(from)).rejects.toThrow(
        /^This shop was moved to .*(shop\.sqlite|taana_test_).* Start it there\.$/,
      );
      await expect(move(from, await emptyTarget())).rejects.toThrow('was moved to');
      const id = await moveId(from);
      await runSql(to, `insert into migration (name, at) values ('${arrivingMark(id)}', 1)`);
      await expect(openOnce(to)).rejects.toThrow('interrupted just before it finished');
      expect(await move(from, to)).toBeUndefined();
      await openOnce(to);

      // If the move was interrupted before the source was marked as moved, only the source can start.
      await runSql(to, `insert into migration (name, at) values ('${arrivingMark('0a')}', 1)`);
      if (engine === 'sqlite') await runSql(from, `delete from migration where name like 'moved:%'`);
      if (engine === 'sqlite') await openOnce(from);
      await expect(openOnce(to)).rejects.toThrow('interrupted just before it finished');
    });
  }

  test('[from postgres] rejects a database to which a process connects while the move waits for its lock', async () => {
    const from = await emptyDatabase();
    await onShop(from, async () => {});
    const reader = await connectionOfOtherRole(from.databaseUrl);
    await reader.query('begin; lock table orders in access share mode');
    const moving = expect(move(from, emptyFolder())).rejects.toThrow('Stop all its processes');
    await expect
      .poll(async () => (await reader.query('select from pg_locks where not granted')).rowCount, { interval: 20 })
      .toBeGreaterThan(0);
    const late = new pg.Client({ connectionString: from.databaseUrl });
    await late.connect();
    await reader.query('commit');
    await moving;
    await late.end();
    await move(from, emptyFolder());
  });

  test('waits for connections that are being closed', async () => {
    const from = await emptyDatabase();
    await onShop(from, async () => {});
    const closing = new pg.Client({ connectionString: from.databaseUrl });
    await closing.connect();
    const moving = move(from, emptyFolder());
    const otherConnections =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await expect
      .poll(async () => (await closing.query(otherConnections)).rowCount, { interval: 20 })
      .toBeGreaterThan(0);
    await closing.end();
    expect((await moving)?.tables.get('orders')?.rows).toBe(0);
  });

  test('prevents the shop and its commands from running on the old database, with a one-line message', async () => {
    buildShop();
    const from = emptyFolder();
    await onShop(from, async () => {});
    await move(from, await emptyDatabase());
    const line = expect.stringMatching(/^This shop was moved to postgres:\/\/.*\n$/);
    const env = { ...process.env, DATA_DIR: from.dataDir, DATABASE_URL: '', SHOP_MODE: 'demo' };
    const { status, stderr } = spawnSync(process.execPath, ['src/start.js'], { cwd: root, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: line });
    const cli = shopCli(from.dataDir);
    expect(cli('backup', temporary('backups'))).toEqual({ status: 1, stdout: '', stderr: line });
    expect(cli('doctor').stdout).toMatch(/✗ database: This shop was moved/);
  });

  test('reports an unreachable server in one line', async () => {
    const from = emptyFolder();
    await onShop(from, async () => {});
    const port = await freePort();
    await expect(move(from, { ...from, databaseUrl: `postgres://127.0.0.1:${port}/shop` })).rejects.toMatchObject({
      name: 'ShopError',
      message: expect.stringMatching(/^PostgreSQL can’t be used: .*ECONNREFUSED/),
    });
    await onShop(from, async () => {});
  });

  test('copies files, key and settings to another folder; the old database has no table of orders', async () => {
    const from = await emptyDatabase();
    await onShop(from, async () => {});
    const key = newFileKey();
    const path = join('files', key.slice(0, 2), key);
    mkdirSync(join(from.dataDir, 'files', key.slice(0, 2)), { recursive: true });
    writeFileSync(join(from.dataDir, path), 'a torn hem');
    writeFileSync(join(from.dataDir, 'secret-key'), 'k'.repeat(43));
    writeFileSync(join(from.dataDir, 'settings.env'), `HOLD_MINUTES=45\nDATABASE_URL=${from.databaseUrl}\n`);
    const to = emptyFolder();
    mkdirSync(join(to.dataDir, 'lost+found'));
    await move(from, to, `sqlite:${to.dataDir}`);
    expect(readFileSync(join(to.dataDir, path), 'utf8')).toBe('a torn hem');
    expect(readFileSync(join(to.dataDir, 'secret-key'), 'utf8')).toBe('k'.repeat(43));
    expect(readdirSync(to.dataDir).sort()).toEqual([
      'files',
      'lost+found',
      'secret-key',
      'settings.env',
      'shop.sqlite',
    ]);
    expect(loadSettings({ DATA_DIR: to.dataDir })).toMatchObject({
      databaseUrl: undefined,
      holds: { holdMs: 45 * MINUTE_MS },
    });
    const oldProcess = await openDatabase(from);
    await expect(oldProcess.write.selectFrom('orders').select('id').execute()).rejects.toThrow('does not exist');
    await oldProcess.close();
  });

  test('leaves at most one shop that starts, and loses no order, when killed at random moments', async () => {
    let from: ShopLocation = emptyFolder();
    await onShop(from, (db) => addOrders(db));
    for (let kill = 0; kill < KILLS; kill++) {
      let to: ShopLocation = from.databaseUrl ? emptyFolder() : await emptyDatabase();
      const child = startMove(from, to);
      await killAfter(child, 300 + Math.random() * KILL_PERIOD_MS);
      const open = await Promise.all([from, to].map((location) => hasShop(location)));
      expect(open.filter(Boolean).length, 'databases that open').toBeLessThanOrEqual(1);
      if (!open[1]) {
        await moveWhenFree(from, to).catch(async (error) => {
          expect(error.message).toMatch(/is not empty|already exists/);
          to = from.databaseUrl ? emptyFolder() : await emptyDatabase();
          await moveWhenFree(from, to);
        });
      }
      from = to;
    }
    expect(await onShop(from, (db) => db.write.selectFrom('orders').select('id').execute())).toHaveLength(ORDERS);
  });
});

interface ShopLocation {
  dataDir: string;
  databaseUrl?: string;
}

function temporary(name: string): string {
  const { dir, remove } = temporaryDir(name);
  cleanUps.push(remove);
  return dir;
}

/** A connection that the checks of a move ignore, because they count only those of their own role. */
async function connectionOfOtherRole(databaseUrl: string): Promise<pg.Client> {
  const role = `reader_${randomBytes(6).toString('hex')}`;
  await runScript(databaseUrl, `create role ${role} superuser login`);
  const url = new URL(databaseUrl);
  url.username = role;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await runScript(inject('postgresUrl'), `drop role ${role}`);
  });
  return client;
}

function emptyFolder(): ShopLocation {
  return { dataDir: temporary('move') };
}

async function emptyDatabase(options = ''): Promise<ShopLocation & { databaseUrl: string }> {
  const { url, drop } = await createDatabase(inject('postgresUrl'), options);
  cleanUps.push(drop);
  return { dataDir: temporary('move'), databaseUrl: url };
}

function move(from: ShopLocation, to: ShopLocation, target = to.databaseUrl ?? `sqlite:${to.dataDir}`) {
  const destination = parseDestination(target, from.dataDir);
  if (!destination) throw new Error(`${target} is not a destination`);
  return moveShop({ storageUrl: undefined, databaseUrl: undefined, ...from }, destination, () => {});
}

/** PostgreSQL may notice only after a while that its client was killed. */
async function moveWhenFree(from: ShopLocation, to: ShopLocation): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const refusal = await move(from, to).then(
      () => undefined,
      (error: Error) => error,
    );
    if (!refusal) return;
    if (!refusal.message.includes('Stop all its processes') || attempt === 50) throw refusal;
    await wait(200);
  }
}

function startMove(from: ShopLocation, to: ShopLocation) {
  const env = { ...process.env, DATA_DIR: from.dataDir, DATABASE_URL: from.databaseUrl ?? '' };
  const args = ['scripts/shop.ts', 'move', '--to', to.databaseUrl ?? `sqlite:${to.dataDir}`];
  return spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
}

async function onShop<T>(location: ShopLocation, work: (db: ShopDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase(location);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Whether the shop would start there; an empty folder is left empty. */
async function hasShop(location: ShopLocation): Promise<boolean> {
  if (!location.databaseUrl && !existsSync(join(location.dataDir, 'shop.sqlite'))) return false;
  const db = await openDatabase(location);
  const names = await db.write
    .selectFrom('migration')
    .select('name')
    .execute()
    .catch(() => []);
  await db.close();
  return names.length > 0 && !names.some(({ name }) => /^(moved|arriving):/.test(name));
}

async function runSql(location: ShopLocation, statement: string): Promise<void> {
  if (location.databaseUrl) await runScript(location.databaseUrl, statement);
  else withFile(location, (file) => file.exec(statement));
}

function renameMigration(location: ShopLocation, before: string, after: string): Promise<void> {
  return runSql(location, `update migration set name = '${after}' where name = '${before}'`);
}

function withFile<T>({ dataDir }: ShopLocation, work: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(join(dataDir, 'shop.sqlite'));
  try {
    return work(file);
  } finally {
    file.close();
  }
}

async function moveId(location: ShopLocation): Promise<string> {
  const db = await openDatabase(location);
  const { name } = await db.write
    .selectFrom('migration')
    .select('name')
    .where('name', 'like', 'moved:%')
    .executeTakeFirstOrThrow();
  await db.close();
  return name.split(':')[1] ?? '';
}

async function sellingShop(): Promise<ShopLocation> {
  const location = emptyFolder();
  await onShop(location, async (db) => {
    await stockGoods(db);
    await sellAndShip(db);
    const { id: customer_id } = await addCustomer(db);
    const { id: product_id } = await db.write.selectFrom('product').select('id').executeTakeFirstOrThrow();
    const review = { name: 'आशा', summary: 'Too long', rating: 2, fit: null, verified: 1, hidden: 0, created_at: 1 };
    await db.write
      .insertInto('review')
      .values({ id: 'r', product_id, customer_id, updated_at: null, ...review })
      .execute();
    await setReviewHidden({ db, now: Date.now }, 'r', true);
  });
  return location;
}

/** Places an order and ships it. Returns the last six digits of its number and of its invoice number. */
async function sellAndShip(db: ShopDatabase): Promise<number[]> {
  const { place, cartOf, shop } = orderFixture(db);
  const { id, number } = await place(await cartOf(['test-scarf', 1]));
  await moveOrder({ ...shop, settings: readSettings({}) }, id, 'shipped');
  const row = await db.write
    .selectFrom('orders')
    .select('invoice_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [number, row.invoice_number].map((text) => Number(text?.slice(-6)));
}

async function addOrders(db: ShopDatabase): Promise<void> {
  await stockGoods(db);
  const { place, cartOf } = orderFixture(db);
  const { id } = await place(await cartOf(['test-scarf', 1]));
  const order = await db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (let n = 1; n < ORDERS; n++)
    await db.write
      .insertInto('orders')
      .values({ ...order, id: `o-${n}`, number: `N-${n}` })
      .execute();
}

async function exportOf(db: ShopDatabase): Promise<string> {
  const target = join(temporary('export'), 'goods.jsonl');
  await exportCatalogue({ db, target, format: 'jsonl' });
  return readFileSync(target, 'utf8');
}

/** The rows of the main tables, as the shop reads them. */
async function mainRows(db: ShopDatabase) {
  const tables = [
    'orders',
    'order_line',
    'order_event',
    'customer',
    'session',
    'review',
    'stock_ledger',
    'outbox',
    'number_series',
  ] as const;
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const records = await db.write.selectFrom(table).selectAll().execute();
    rows[table] = records.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return rows;
}
