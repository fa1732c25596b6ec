import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { Readiness } from '#lib/platform/health/readiness.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { emptyDatabase, onBothEngines } from '#support/database.ts';
import { temporaryDir } from '#support/shop-process.ts';

const data = temporaryDir('readiness');
afterAll(() => data.remove());

onBothEngines('the readiness check', (open, engine) => {
  const readiness = (db: Awaited<ReturnType<typeof open>>, dataDir = data.dir, scope?: 'pages') =>
    new Readiness({ db, now: Date.now, settings: readSettings({ DATA_DIR: dataDir }) }, scope);

  test('finds no problem in a writable shop, and none in the cached result', async () => {
    const db = await open();
    const check = readiness(db);
    expect([await check.problem(), await check.problem()]).toEqual([undefined, undefined]);
  });

  test('reports a database migrated by a newer program', async () => {
    const db = await open();
    await db.write.insertInto('migration').values({ name: '9999-later', at: 1 }).execute();
    expect(await readiness(db).problem()).toBe('the database is newer than this program');
  });

  test('reports a database without tables', async () => {
    const { db, drop } = await emptyDatabase(engine);
    expect(await readiness(db).problem()).toBe('migrations are not done');
    expect(await readiness(db, data.dir, 'pages').problem()).toBe('migrations are not done');
    await drop();
  });

  test('reports a data folder that cannot be written to, unless only pages are checked', async () => {
    const file = join(data.dir, 'no-folder');
    writeFileSync(file, '');
    const db = await open();
    expect(await readiness(db, file).problem()).toBe('nothing can be written to DATA_DIR (ENOTDIR)');
    expect(await readiness(db, file, 'pages').problem()).toBeUndefined();
  });

  test('reports within a timeout that writes hang, unless only pages are checked, and recovers', async () => {
    const { db, other, drop } = await openTwice(engine);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: reportLock } = Promise.withResolvers<void>();
    const lockingTransaction = other.write.transaction().execute(async (tx) => {
      await tx.updateTable('installation_note').set({ value: 'held' }).execute();
      reportLock();
      await released;
    });
    await locked;
    const check = readiness(db);
    expect(await check.problem()).toBe('the database or the disk does not answer in time');
    expect(await readiness(db, data.dir, 'pages').problem()).toBeUndefined();
    release();
    await lockingTransaction;
    await expect.poll(() => check.problem()).toBeUndefined();
    await drop();
  });
});

/** One database, opened twice, as by two processes. */
async function openTwice(engine: 'sqlite' | 'postgres') {
  const dir = temporaryDir('readiness-twice');
  const server = engine === 'postgres' ? await emptyDatabase(engine) : undefined;
  const location = { dataDir: dir.dir, databaseUrl: server?.url };
  const db = await openDatabase(location);
  await migrate(db);
  const other = await openDatabase(location);
  async function drop(): Promise<void> {
    await Promise.all([db.close(), other.close()]);
    await server?.drop();
    dir.remove();
  }
  return { db, other, drop };
}
