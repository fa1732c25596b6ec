import { expect, test } from 'vitest';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { onBothEngines } from '#support/database.ts';

const NONE: string[] = [];

onBothEngines('an empty list in a query', (open) => {
  async function setUp() {
    const db = await open();
    await db.write
      .insertInto('number_series')
      .values(['a', 'b'].map((name, value) => ({ name, value })))
      .execute();
    const query = db.write.selectFrom('number_series').select('name').orderBy('name');
    const names = async (found: typeof query) => (await found.execute()).map(({ name }) => name);
    return { db, query, names };
  }

  test('contains nothing', async () => {
    const { query, names } = await setUp();
    expect(await names(query.where('name', 'in', NONE))).toEqual([]);
    expect(await names(query.where('name', 'not in', NONE))).toEqual(['a', 'b']);
    expect(await names(query.where((eb) => eb.or([eb('name', 'in', NONE), eb('name', '=', 'b')])))).toEqual(['b']);
  });

  test('contains nothing in a subquery, a prepared query or a transaction either', async () => {
    const { db, query, names } = await setUp();
    const inSubquery = query.where('name', 'in', (eb) =>
      eb.selectFrom('number_series').select('name').where('name', 'not in', NONE).where('value', '=', 1),
    );
    expect(await names(inSubquery)).toEqual(['b']);
    const prepared = preparedQuery((on, { list }: { list: string[] }) =>
      on.selectFrom('number_series').select('name').where('name', 'in', list),
    );
    expect((await prepared(db.write, { list: NONE })).rows).toEqual([]);
    expect((await prepared(db.write, { list: ['a'] })).rows).toEqual([{ name: 'a' }]);
    const deleted = await db.bulk
      .transaction()
      .execute((tx) => tx.deleteFrom('number_series').where('name', 'in', NONE).executeTakeFirstOrThrow());
    expect(deleted.numDeletedRows).toBe(0n);
  });
});
