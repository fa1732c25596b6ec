import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { killWithTest } from '#support/end-with-test.ts';
import { restockFixture } from '#support/restock-fixture.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const REQUEST_COUNT = 240;
const PIECE_COUNT = 100;
const script = fileURLToPath(new URL('../../support/restock-mailer.ts', import.meta.url));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(
    `two processes that send back-in-stock emails [${engine}]`,
    () => {
      const cleanups: (() => unknown)[] = [];
      afterAll(async () => {
        for (const cleanUp of cleanups.reverse()) await cleanUp();
      });

      test('send each of two emails per piece only once, in order, even if one process is killed', async () => {
        const { dir, remove } = temporaryDir('restock');
        cleanups.push(remove);
        const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
        if (database) cleanups.push(database.drop);
        const db = await openDatabase({ dataDir: dir, databaseUrl: database?.url });
        cleanups.push(() => db.close());
        await migrate(db);
        const { addRequests, changeStock, notifiedAddresses } = await restockFixture(db);
        const emails = await addRequests(REQUEST_COUNT);
        const startProcess = (): ChildProcess => {
          const child = spawn(process.execPath, [script, dir, database?.url ?? ''], { stdio: 'ignore' });
          killWithTest(child);
          cleanups.push(() => child.kill('SIGKILL'));
          return child;
        };
        const firstProcess = startProcess();
        await changeStock(PIECE_COUNT / 2);
        await expect.poll(async () => (await notifiedAddresses()).length > 0, { interval: 1 }).toBe(true);
        firstProcess.kill('SIGKILL');
        startProcess();
        startProcess();
        await changeStock(PIECE_COUNT / 2);
        await expect
          .poll(async () => (await notifiedAddresses()).length >= PIECE_COUNT * 2, { interval: 20 })
          .toBe(true);
        await changeStock(-1);
        const { last } = await db.write
          .selectFrom('stock_ledger')
          .select(({ fn }) => fn.max('id').as('last'))
          .executeTakeFirstOrThrow();
        const readWatch = () => db.write.selectFrom('restock_watch').select('ledger_id').executeTakeFirstOrThrow();
        await expect.poll(async () => (await readWatch()).ledger_id === last, { interval: 20 }).toBe(true);
        const mails = await notifiedAddresses();
        expect(mails).toHaveLength(PIECE_COUNT * 2);
        expect([...mails].sort()).toEqual(emails.slice(0, PIECE_COUNT * 2).sort());
        const notifiedRequests = db.write
          .selectFrom('restock_request')
          .select('email')
          .where('told_at', 'is not', null);
        expect(await notifiedRequests.execute()).toHaveLength(PIECE_COUNT * 2);
      });
    },
  );
}
