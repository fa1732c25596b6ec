import { sql } from 'kysely';
import { expect } from 'vitest';
import { inbox } from '#lib/platform/db/migrations/0060-inbox.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { testMigration } from '#support/test-migration.ts';

testMigration('0060 closes only messages older than two weeks', inbox, async (db, migrate) => {
  const ages = { old: 15 * DAY_MS, fresh: 13 * DAY_MS };
  for (const [id, age] of Object.entries(ages))
    await sql`insert into contact_message values (${id}, 'Asha', '9', 'a@example.in', 'Hello', ${Date.now() - age})`.execute(
      db.write,
    );
  await migrate();
  const rows = db.write.selectFrom('contact_message').select(['id', 'state', 'answer', 'updated_at']);
  expect(await rows.orderBy('id').execute()).toEqual([
    { id: 'fresh', state: 'new', answer: null, updated_at: 0 },
    { id: 'old', state: 'closed', answer: null, updated_at: 0 },
  ]);
});
