import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { inbox } from '#lib/platform/db/migrations/0060-inbox.server.ts';
import { createLedger } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { createDatabase } from '#support/test-database.ts';

describe.each(['sqlite', 'postgres'] as const)('the migration that adds the inbox [%s]', (engine) => {
  test.skipIf(engine === 'postgres' && !inject('postgresUrl'))('closes messages older than two weeks', async () => {
    const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    const db = await openDatabase({ dataDir: '', databaseUrl: database?.url, temporary: !database });
    try {
      await createLedger(db);
      for (const { up } of MIGRATIONS.slice(0, MIGRATIONS.indexOf(inbox)))
        await transaction(db, (tx) => up(tx, engine));
      const ages = { old: 15 * DAY_MS, fresh: 13 * DAY_MS };
      for (const [id, age] of Object.entries(ages))
        await sql`insert into contact_message values (${id}, 'Asha', '9', 'a@example.in', 'Hello', ${Date.now() - age})`.execute(
          db.write,
        );
      await transaction(db, (tx) => inbox.up(tx, engine));
      const rows = db.write.selectFrom('contact_message').select(['id', 'state', 'answer', 'updated_at']);
      expect(await rows.orderBy('id').execute()).toEqual([
        { id: 'fresh', state: 'new', answer: null, updated_at: 0 },
        { id: 'old', state: 'closed', answer: null, updated_at: 0 },
      ]);
    } finally {
      await db.close();
      await database?.drop();
    }
  });
});
