import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { killWithTest } from '#support/end-with-test.ts';
import { restockFixture } from '#support/restock-fixture.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const WAITING = 240;
const PIECES = 100;
const script = fileURLToPath(new URL('../../support/restock-mailer.ts', import.meta.url));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two processes that notify [${engine}]`, () => {
    const cleanups: (() => unknown)[] = [];
    afterAll(async () => {
      for (const cleanUp of cleanups.reverse()) await cleanUp();
    });

    test('send two emails per piece to the next in the queue, none twice, even if one process is killed', async () => {
      const { dir, remove } = temporaryDir('restock');
      cleanups.push(remove);
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      if (database) cleanups.push(database.drop);
      const db = await openDatabase({ dataDir: dir, databaseUrl: database?.url });
      cleanups.push(() => db.close());
      await migrate(db);
      const { addRequests, move, notified } = await restockFixture(db);
      const people = await addRequests(WAITING);
      const start = (): ChildProcess => {
        const child = spawn(process.execPath, [script, dir, database?.url ?? ''], { stdio: 'ignore' });
        killWithTest(child);
        cleanups.push(() => child.kill('SIGKILL'));
        return child;
      };
      const first = start();
      await move(PIECES / 2);
      await expect.poll(async () => (await notified()).length > 0, { interval: 1 }).toBe(true);
      first.kill('SIGKILL');
      start();
      start();
      await move(PIECES / 2);
      await expect.poll(async () => (await notified()).length >= PIECES * 2, { interval: 20 }).toBe(true);
      await move(-1);
      const { last } = await db.write
        .selectFrom('stock_ledger')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      const readWatch = () => db.write.selectFrom('restock_watch').select('ledger_id').executeTakeFirstOrThrow();
      await expect.poll(async () => (await readWatch()).ledger_id === last, { interval: 20 }).toBe(true);
      const mails = await notified();
      expect(mails).toHaveLength(PIECES * 2);
      expect([...mails].sort()).toEqual(people.slice(0, PIECES * 2).sort());
      const notifiedRequests = db.write.selectFrom('restock_request').select('email').where('told_at', 'is not', null);
      expect(await notifiedRequests.execute()).toHaveLength(PIECES * 2);
    });
  });
}
