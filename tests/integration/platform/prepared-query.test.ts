import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OutboxTable } from '#lib/platform/db/tables/mail.ts';
import { onBothEngines } from '#support/database.ts';

const MAIL = {
  kind: 'test',
  to_address: 'asha@example.in',
  subject: 'Hello',
  text: '',
  content_json: '',
  due_at: 0,
  attempts: 0,
  unsure: 0,
};

onBothEngines('a prepared query', (open) => {
  test('is built only once for each number of values', async () => {
    const db = await open();
    let buildCount = 0;
    const selectInRange = preparedQuery((db, { names, minimum }: { names: string[]; minimum: number }) => {
      buildCount += 1;
      return db
        .selectFrom('number_series')
        .select('name')
        .where('name', 'in', names)
        .where('value', '>=', minimum)
        .where('value', '<', 100)
        .orderBy('name');
    });
    const series = { a: 1, b: 2, c: 3, d: 100 };
    const rows = Object.entries(series).map(([name, value]) => ({ name, value }));
    await db.write.insertInto('number_series').values(rows).execute();
    const selectNames = async (...parameters: Parameters<typeof selectInRange>) =>
      (await selectInRange(...parameters)).rows.map(({ name }) => name);
    expect(await selectNames(db.write, { names: ['a', 'b', 'd'], minimum: 2 })).toEqual(['b']);
    expect(await selectNames(db.write, { names: ['d', 'c', 'a'], minimum: 1 })).toEqual(['a', 'c']);
    await db.write.transaction().execute(async (tx) => {
      expect(await selectNames(tx, { names: ['b', 'c', 'a'], minimum: 3 })).toEqual(['c']);
    });
    expect(buildCount).toBe(1);
    expect(await selectNames(db.write, { names: ['c'], minimum: 1 })).toEqual(['c']);
    expect(buildCount).toBe(2);
  });

  test('distinguishes null from the default of a column', async () => {
    const db = await open();
    const insert = preparedQuery((db, row: Insertable<OutboxTable>) =>
      db.insertInto('outbox').values(row).returning('last_error'),
    );
    expect((await insert(db.write, { ...MAIL, id: 'a', created_at: 1, last_error: 'x' })).rows).toEqual([
      { last_error: 'x' },
    ]);
    for (const [id, last_error] of [
      ['b', null],
      ['c', undefined],
    ] as const) {
      const row = { ...MAIL, id, created_at: 2, ...(last_error === undefined ? {} : { last_error }) };
      expect((await insert(db.write, row)).rows).toEqual([{ last_error: null }]);
    }
    const { attempts, ...withoutAttempts } = { ...MAIL, id: 'd', created_at: 3 };
    expect(
      (await insert(db.write, { ...withoutAttempts, attempts: undefined as unknown as number })).rows,
    ).toHaveLength(1);
    const storedRow = await db.write
      .selectFrom('outbox')
      .select('attempts')
      .where('id', '=', 'd')
      .executeTakeFirstOrThrow();
    expect(storedRow.attempts).toBe(attempts);
  });
});
