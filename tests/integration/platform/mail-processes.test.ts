import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { killWithTest } from '#support/end-with-test.ts';
import { startMailServer } from '#support/mail-server.ts';
import { queueTestMail } from '#support/queue-mail.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const MAIL_COUNT = 40;
const KILL_AFTER_COUNT = 15;
const FIVE_MINUTES_MS = 300_000;
const script = fileURLToPath(new URL('../../support/mail-sender.ts', import.meta.url));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(
    `email senders in separate processes [${engine}]`,
    () => {
      const cleanUps: (() => unknown)[] = [];
      afterAll(async () => {
        for (const cleanUp of cleanUps.reverse()) await cleanUp();
      });

      test('lose no emails, and send only the interrupted one twice, even if two senders continue', async () => {
        const { dir, remove } = temporaryDir('mail');
        cleanUps.push(remove);
        const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
        if (database) cleanUps.push(database.drop);
        const db = await openDatabase({ dataDir: dir, databaseUrl: database?.url });
        cleanUps.push(() => db.close());
        await migrate(db);

        const children: ChildProcess[] = [];
        const server = await startMailServer({
          // The first sender is killed after its email has arrived, but before the sender gets the response.
          onReceived() {
            if (server.received.length !== KILL_AFTER_COUNT) return undefined;
            children[0]?.kill('SIGKILL');
            return 'silent';
          },
        });
        cleanUps.push(server.close);
        const startSender = (aheadMs: number) => {
          const args = [script, dir, database?.url ?? '', String(aheadMs)];
          const child = spawn(process.execPath, args, {
            env: { ...process.env, SMTP_URL: server.url },
            stdio: 'ignore',
          });
          killWithTest(child);
          cleanUps.push(() => child.kill('SIGKILL'));
          children.push(child);
          return child;
        };
        const expectedSubjects = Array.from(
          { length: MAIL_COUNT },
          (_, index) => `mail ${String(index).padStart(2, '0')}`,
        );
        for (const subject of expectedSubjects) await queueTestMail(db, { subject, now: Date.now() });

        await once(startSender(0), 'exit');
        expect(server.received).toHaveLength(KILL_AFTER_COUNT);
        // Five minutes later, the lease and the attempt of the killed process have expired, and two senders continue.
        startSender(FIVE_MINUTES_MS);
        startSender(FIVE_MINUTES_MS);
        await expect
          .poll(
            async () => {
              const unsentMails = await db.write
                .selectFrom('outbox')
                .select('id')
                .where('sent_at', 'is', null)
                .execute();
              return unsentMails.length === 0;
            },
            { interval: 100 },
          )
          .toBe(true);
        const receivedSubjects = server.received.map(({ subject }) => subject);
        expect([...new Set(receivedSubjects)].sort()).toEqual(expectedSubjects);
        expect(receivedSubjects).toHaveLength(MAIL_COUNT + 1);
      });
    },
  );
}
