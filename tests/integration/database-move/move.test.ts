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

/** The number of kills. The long version of this test sets `MOVE_KILLS=20`. */
const KILL_COUNT = Number(process.env.MOVE_KILLS ?? 1);
/** The number of orders. The long version of this test sets `MOVE_ORDERS=5000`. */
const ORDER_COUNT = Number(process.env.MOVE_ORDERS ?? 50);
/** The period, from 300 ms after the start, in which a process is killed: while it starts, moves or ends. */
const KILL_PERIOD_MS = 1_200 + ORDER_COUNT;

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const remove of cleanUps) await remove();
});

describe.skipIf(!inject('postgresUrl'))('a move to a different database engine', () => {
  test('copies rows there and back, with an identical export and consecutive order numbers', async () => {
    const source = await createShopWithOrder();
    const sales = await withShop(source, async (db) => ({
      numbers: await sellAndShip(db),
      catalogue: await exportText(db),
    }));
    const server = await createEmptyDatabase();
    const moveResult = await move(source, server);
    expect(moveResult?.tableDigests.get('orders')?.rowCount).toBe(2);
    const numbers = await withShop(server, async (db) => {
      expect(await exportText(db)).toBe(sales.catalogue);
      return sellAndShip(db);
    });
    expect(numbers).toEqual(sales.numbers.map((number) => number + 1));

    const rowsBefore = await withShop(server, async (db) => ({
      rows: await readMainRows(db),
      catalogue: await exportText(db),
    }));
    const targetFolder = createFolder();
    await move(server, targetFolder);
    await withShop(targetFolder, async (db) => {
      expect(await readMainRows(db)).toEqual(rowsBefore.rows);
      expect(await exportText(db)).toBe(rowsBefore.catalogue);
      expect(await sellAndShip(db)).toEqual(sales.numbers.map((number) => number + 2));
    });
  });

  test('copies every table, column and character, and does not reuse the id of a deleted row', async () => {
    const source = createFolder();
    await withShop(source, async () => {});
    const tables = withFile(source, (file) => {
      const names = fillTables(file);
      // Other processes and external services may still refer to ids of deleted rows.
      file.exec(`insert into invalidation (id, tag, at) values (4000, 'gone', 1)`);
      file.exec('delete from invalidation where id = 4000');
      for (const key of ['b', 'B', 'a', 'é', '🧵', 'ｆ', 'a-b', 'ab'])
        file.prepare(`insert into hold_party (key, seen_at) values (?, 1)`).run(key);
      file.prepare(`insert into rate_window (key, started_at, count) values ('many', 1, ?)`).run(2n ** 53n + 1n);
      return names;
    });
    // Most servers sort text by language rules, and SQLite sorts text by bytes.
    const server = await createEmptyDatabase(`template template0 locale_provider icu icu_locale 'en-IN'`);
    const moveResult = await move(source, server);
    expect([...(moveResult?.tableDigests.keys() ?? [])]).toEqual(tables);
    expect([...(moveResult?.tableDigests ?? [])].filter(([, { rowCount }]) => rowCount === 0)).toEqual([]);
    const targetFolder = createFolder();
    const moveBack = await move(server, targetFolder);
    expect(moveBack?.tableDigests).toEqual(moveResult?.tableDigests);
    const ids = await withShop(targetFolder, (db) =>
      db.write.insertInto('invalidation').values({ tag: 'next', at: 2 }).returning('id').execute(),
    );
    expect(ids).toEqual([{ id: 4001 }]);
    expect(
      withFile(targetFolder, (file) => file.prepare(`select cast(count as text) as count from rate_window`).all()),
    ).toContainEqual({ count: '9007199254740993' });
  });

  test('removes NUL characters, which PostgreSQL can’t store, and reports them', async () => {
    const source = createFolder();
    await withShop(source, async () => {});
    withFile(source, (file) =>
      file.exec(
        `insert into contact_message (id, name, mobile, email, content, created_at) values ('m', 'As' || char(0) || 'ha', '9', 'a@example.in', '', 1)`,
      ),
    );
    const server = await createEmptyDatabase();
    const moveResult = await move(source, server);
    expect([...(moveResult?.nulTextCounts ?? [])]).toEqual([['contact_message.name', 1]]);
    const names = await withShop(server, (db) => db.write.selectFrom('contact_message').select('name').execute());
    expect(names).toEqual([{ name: 'Asha' }]);
  });

  for (const engine of ['sqlite', 'postgres'] as const) {
    const createTarget = engine === 'sqlite' ? () => createEmptyDatabase() : async () => createFolder();
    const openOnce = (location: ShopLocation) => withShop(location, async () => {});

    test(`[from ${engine}] rejects a database that is open, used, older, newer or on the same engine`, async () => {
      const oldLocation = engine === 'sqlite' ? createFolder() : await createEmptyDatabase();
      const newLocation = await createTarget();
      await openOnce(oldLocation);
      await expect(move(oldLocation, oldLocation)).rejects.toThrow('already uses this database engine');
      const runningShop = await openDatabase(oldLocation);
      await migrate(runningShop);
      await expect(move(oldLocation, newLocation)).rejects.toThrow('Stop all its processes');
      await runningShop.close();
      await renameMigration(oldLocation, '0042-own-content', '9999-later');
      await expect(move(oldLocation, newLocation)).rejects.toThrow('newer than this version');
      await renameMigration(oldLocation, '9999-later', 'moving');
      await runSql(oldLocation, `delete from migration where name = 'moving'`);
      await expect(move(oldLocation, newLocation)).rejects.toThrow('Start the shop once');
      await runSql(oldLocation, `insert into migration (name, at) values ('0042-own-content', 1)`);
      const usedTarget = await createTarget();
      await openOnce(usedTarget);
      await expect(move(oldLocation, usedTarget)).rejects.toThrow(/is not empty|already exists/);
      await runSql(oldLocation, 'create table forgotten (id bigint primary key)');
      await expect(move(oldLocation, newLocation)).rejects.toThrow('differ from those of this version: forgotten');
      await runSql(oldLocation, 'drop table forgotten');
      await openOnce(oldLocation);
      expect((await move(oldLocation, newLocation))?.tableDigests.get('customer')?.rowCount).toBe(0);
    });

    test(`[from ${engine}] makes opening a moved or incomplete database fail with a one-line message`, async () => {
      const oldLocation = engine === 'sqlite' ? createFolder() : await createEmptyDatabase();
      const newLocation = await createTarget();
      await openOnce(oldLocation);
      await move(oldLocation, newLocation);
      await expect(openOnce(oldLocation)).rejects.toThrow(
        /^This shop was moved to .*(shop\.sqlite|taana_test_).* Start it there\.$/,
      );
      await expect(move(oldLocation, await createTarget())).rejects.toThrow('was moved to');
      const id = await readMoveId(oldLocation);
      await runSql(newLocation, `insert into migration (name, at) values ('${arrivingMark(id)}', 1)`);
      await expect(openOnce(newLocation)).rejects.toThrow('interrupted just before it finished');
      expect(await move(oldLocation, newLocation)).toBeUndefined();
      await openOnce(newLocation);

      // If the move was interrupted before the source was marked as moved, only the source can start.
      await runSql(newLocation, `insert into migration (name, at) values ('${arrivingMark('0a')}', 1)`);
      if (engine === 'sqlite') await runSql(oldLocation, `delete from migration where name like 'moved:%'`);
      if (engine === 'sqlite') await openOnce(oldLocation);
      await expect(openOnce(newLocation)).rejects.toThrow('interrupted just before it finished');
    });
  }

  test('[from postgres] rejects a database to which a process connects while the move waits for a lock', async () => {
    const oldLocation = await createEmptyDatabase();
    await withShop(oldLocation, async () => {});
    const reader = await connectAsOtherRole(oldLocation.databaseUrl);
    await reader.query('begin; lock table orders in access share mode');
    const moveAttempt = expect(move(oldLocation, createFolder())).rejects.toThrow('Stop all its processes');
    await expect
      .poll(async () => (await reader.query('select from pg_locks where not granted')).rowCount, { interval: 20 })
      .toBeGreaterThan(0);
    const lateClient = new pg.Client({ connectionString: oldLocation.databaseUrl });
    await lateClient.connect();
    await reader.query('commit');
    await moveAttempt;
    await lateClient.end();
    await move(oldLocation, createFolder());
  });

  test('waits for connections that are being closed', async () => {
    const oldLocation = await createEmptyDatabase();
    await withShop(oldLocation, async () => {});
    const closingClient = new pg.Client({ connectionString: oldLocation.databaseUrl });
    await closingClient.connect();
    const moveAttempt = move(oldLocation, createFolder());
    const otherConnections =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await expect
      .poll(async () => (await closingClient.query(otherConnections)).rowCount, { interval: 20 })
      .toBeGreaterThan(0);
    await closingClient.end();
    expect((await moveAttempt)?.tableDigests.get('orders')?.rowCount).toBe(0);
  });

  test('prevents the shop and its commands from running on the old database, with a one-line message', async () => {
    buildShop();
    const oldLocation = createFolder();
    await withShop(oldLocation, async () => {});
    await move(oldLocation, await createEmptyDatabase());
    const line = expect.stringMatching(/^This shop was moved to postgres:\/\/.*\n$/);
    const env = { ...process.env, DATA_DIR: oldLocation.dataDir, DATABASE_URL: '', SHOP_MODE: 'demo' };
    const { status, stderr } = spawnSync(process.execPath, ['src/start.js'], { cwd: root, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: line });
    const cli = shopCli(oldLocation.dataDir);
    expect(cli('backup', createTempDir('backups'))).toEqual({ status: 1, stdout: '', stderr: line });
    expect(cli('doctor').stdout).toMatch(/✗ database: This shop was moved/);
  });

  test('reports an unreachable server in one line', async () => {
    const oldLocation = createFolder();
    await withShop(oldLocation, async () => {});
    const port = await freePort();
    await expect(
      move(oldLocation, { ...oldLocation, databaseUrl: `postgres://127.0.0.1:${port}/shop` }),
    ).rejects.toMatchObject({
      name: 'ShopError',
      message: expect.stringMatching(/^PostgreSQL can’t be used: .*ECONNREFUSED/),
    });
    await withShop(oldLocation, async () => {});
  });

  test('copies files, key and settings to another folder; the old database loses its table of orders', async () => {
    const oldLocation = await createEmptyDatabase();
    await withShop(oldLocation, async () => {});
    const key = newFileKey();
    const path = join('files', key.slice(0, 2), key);
    mkdirSync(join(oldLocation.dataDir, 'files', key.slice(0, 2)), { recursive: true });
    writeFileSync(join(oldLocation.dataDir, path), 'a torn hem');
    writeFileSync(join(oldLocation.dataDir, 'secret-key'), 'k'.repeat(43));
    writeFileSync(
      join(oldLocation.dataDir, 'settings.env'),
      `HOLD_MINUTES=45\nDATABASE_URL=${oldLocation.databaseUrl}\n`,
    );
    const newLocation = createFolder();
    mkdirSync(join(newLocation.dataDir, 'lost+found'));
    await move(oldLocation, newLocation, `sqlite:${newLocation.dataDir}`);
    expect(readFileSync(join(newLocation.dataDir, path), 'utf8')).toBe('a torn hem');
    expect(readFileSync(join(newLocation.dataDir, 'secret-key'), 'utf8')).toBe('k'.repeat(43));
    expect(readdirSync(newLocation.dataDir).sort()).toEqual([
      'files',
      'lost+found',
      'secret-key',
      'settings.env',
      'shop.sqlite',
    ]);
    expect(loadSettings({ DATA_DIR: newLocation.dataDir })).toMatchObject({
      databaseUrl: undefined,
      holds: { holdMs: 45 * MINUTE_MS },
    });
    const oldProcess = await openDatabase(oldLocation);
    await expect(oldProcess.write.selectFrom('orders').select('id').execute()).rejects.toThrow('does not exist');
    await oldProcess.close();
  });

  test('leaves at most one shop that can start, and loses no orders, when killed at random moments', async () => {
    let oldLocation: ShopLocation = createFolder();
    await withShop(oldLocation, (db) => addOrders(db));
    for (let kill = 0; kill < KILL_COUNT; kill++) {
      let newLocation: ShopLocation = oldLocation.databaseUrl ? createFolder() : await createEmptyDatabase();
      const child = startMove(oldLocation, newLocation);
      await killAfter(child, 300 + Math.random() * KILL_PERIOD_MS);
      const canStart = await Promise.all([oldLocation, newLocation].map((location) => hasShop(location)));
      expect(canStart.filter(Boolean).length, 'databases with which a shop can start').toBeLessThanOrEqual(1);
      if (!canStart[1]) {
        await moveWhenFree(oldLocation, newLocation).catch(async (error) => {
          expect(error.message).toMatch(/is not empty|already exists/);
          newLocation = oldLocation.databaseUrl ? createFolder() : await createEmptyDatabase();
          await moveWhenFree(oldLocation, newLocation);
        });
      }
      oldLocation = newLocation;
    }
    expect(await withShop(oldLocation, (db) => db.write.selectFrom('orders').select('id').execute())).toHaveLength(
      ORDER_COUNT,
    );
  });
});

interface ShopLocation {
  dataDir: string;
  databaseUrl?: string;
}

function createTempDir(name: string): string {
  const { dir, remove } = temporaryDir(name);
  cleanUps.push(remove);
  return dir;
}

/** Opens a connection with another role. A move’s checks count only connections with the move’s own role. */
async function connectAsOtherRole(databaseUrl: string): Promise<pg.Client> {
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

function createFolder(): ShopLocation {
  return { dataDir: createTempDir('move') };
}

async function createEmptyDatabase(options = ''): Promise<ShopLocation & { databaseUrl: string }> {
  const { url, drop } = await createDatabase(inject('postgresUrl'), options);
  cleanUps.push(drop);
  return { dataDir: createTempDir('move'), databaseUrl: url };
}

function move(from: ShopLocation, to: ShopLocation, target = to.databaseUrl ?? `sqlite:${to.dataDir}`) {
  const destination = parseDestination(target, from.dataDir);
  if (!destination) throw new Error(`${target} is not a destination`);
  return moveShop({ storageUrl: undefined, databaseUrl: undefined, ...from }, destination, () => {});
}

/** Moves a shop, with retries, because PostgreSQL may detect only after a delay that its client was killed. */
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

async function withShop<T>(location: ShopLocation, work: (db: ShopDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase(location);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Returns whether a shop could start at the location, without creating a database in an empty folder. */
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

async function readMoveId(location: ShopLocation): Promise<string> {
  const db = await openDatabase(location);
  const { name } = await db.write
    .selectFrom('migration')
    .select('name')
    .where('name', 'like', 'moved:%')
    .executeTakeFirstOrThrow();
  await db.close();
  return name.split(':')[1] ?? '';
}

async function createShopWithOrder(): Promise<ShopLocation> {
  const location = createFolder();
  await withShop(location, async (db) => {
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
  for (let n = 1; n < ORDER_COUNT; n++)
    await db.write
      .insertInto('orders')
      .values({ ...order, id: `o-${n}`, number: `N-${n}` })
      .execute();
}

async function exportText(db: ShopDatabase): Promise<string> {
  const target = join(createTempDir('export'), 'goods.jsonl');
  await exportCatalogue({ db, target, format: 'jsonl' });
  return readFileSync(target, 'utf8');
}

/** Returns the rows of the main tables as the shop reads them. */
async function readMainRows(db: ShopDatabase) {
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
