import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { Readiness } from '#lib/platform/health/readiness.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { createEmptyDatabase, onBothEngines } from '#support/database.ts';
import { temporaryDir } from '#support/shop-process.ts';

const tempDir = temporaryDir('readiness');
afterAll(() => tempDir.remove());

onBothEngines('the readiness check', (open, engine) => {
  const createCheck = (db: Awaited<ReturnType<typeof open>>, dataDir = tempDir.dir, scope?: 'pages') =>
    new Readiness({ db, now: Date.now, settings: readSettings({ DATA_DIR: dataDir }) }, scope);

  test('finds no problem in a writable shop, and none in the cached result', async () => {
    const db = await open();
    const check = createCheck(db);
    expect([await check.problem(), await check.problem()]).toEqual([undefined, undefined]);
  });

  test('reports a database migrated by a newer program', async () => {
    const db = await open();
    await db.write.insertInto('migration').values({ name: '9999-later', at: 1 }).execute();
    expect(await createCheck(db).problem()).toBe('the database is newer than this program');
  });

  test('reports a database without tables', async () => {
    const { db, drop } = await createEmptyDatabase(engine);
    expect(await createCheck(db).problem()).toBe('migrations are pending');
    expect(await createCheck(db, tempDir.dir, 'pages').problem()).toBe('migrations are pending');
    await drop();
  });

  test('reports a data folder that cannot be written to, unless only pages are checked', async () => {
    const nonFolder = join(tempDir.dir, 'no-folder');
    writeFileSync(nonFolder, '');
    const db = await open();
    expect(await createCheck(db, nonFolder).problem()).toBe('nothing can be written to DATA_DIR (ENOTDIR)');
    expect(await createCheck(db, nonFolder, 'pages').problem()).toBeUndefined();
  });

  test('reports within a timeout that writes hang, unless only pages are checked, and recovers', async () => {
    const { db, otherDb, drop } = await openTwice(engine);
    const { promise: releaseEvent, resolve: release } = Promise.withResolvers<void>();
    const { promise: lockEvent, resolve: reportLock } = Promise.withResolvers<void>();
    const lockingTransaction = otherDb.write.transaction().execute(async (tx) => {
      await tx.updateTable('installation_note').set({ value: 'held' }).execute();
      reportLock();
      await releaseEvent;
    });
    await lockEvent;
    const check = createCheck(db);
    expect(await check.problem()).toBe('the database or the disk does not answer in time');
    expect(await createCheck(db, tempDir.dir, 'pages').problem()).toBeUndefined();
    release();
    await lockingTransaction;
    await expect.poll(() => check.problem()).toBeUndefined();
    await drop();
  });
});

/** Opens one database twice, as two processes would. */
async function openTwice(engine: 'sqlite' | 'postgres') {
  const dir = temporaryDir('readiness-twice');
  const server = engine === 'postgres' ? await createEmptyDatabase(engine) : undefined;
  const location = { dataDir: dir.dir, databaseUrl: server?.url };
  const db = await openDatabase(location);
  await migrate(db);
  const otherDb = await openDatabase(location);
  async function drop(): Promise<void> {
    await Promise.all([db.close(), otherDb.close()]);
    await server?.drop();
    dir.remove();
  }
  return { db, otherDb, drop };
}
