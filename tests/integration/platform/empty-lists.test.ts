import { expect, test } from 'vitest';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { onBothEngines } from '#support/database.ts';

const EMPTY_LIST: string[] = [];

onBothEngines('an empty list in a query', (open) => {
  async function setUp() {
    const db = await open();
    await db.write
      .insertInto('number_series')
      .values(['a', 'b'].map((name, value) => ({ name, value })))
      .execute();
    const query = db.write.selectFrom('number_series').select('name').orderBy('name');
    const readNames = async (filteredQuery: typeof query) => (await filteredQuery.execute()).map(({ name }) => name);
    return { db, query, readNames };
  }

  test('contains nothing', async () => {
    const { query, readNames } = await setUp();
    expect(await readNames(query.where('name', 'in', EMPTY_LIST))).toEqual([]);
    expect(await readNames(query.where('name', 'not in', EMPTY_LIST))).toEqual(['a', 'b']);
    expect(await readNames(query.where((eb) => eb.or([eb('name', 'in', EMPTY_LIST), eb('name', '=', 'b')])))).toEqual([
      'b',
    ]);
  });

  test('also contains nothing in a subquery, a prepared query or a transaction', async () => {
    const { db, query, readNames } = await setUp();
    const queryWithSubquery = query.where('name', 'in', (eb) =>
      eb.selectFrom('number_series').select('name').where('name', 'not in', EMPTY_LIST).where('value', '=', 1),
    );
    expect(await readNames(queryWithSubquery)).toEqual(['b']);
    const selectByNames = preparedQuery((on, { list }: { list: string[] }) =>
      on.selectFrom('number_series').select('name').where('name', 'in', list),
    );
    expect((await selectByNames(db.write, { list: EMPTY_LIST })).rows).toEqual([]);
    expect((await selectByNames(db.write, { list: ['a'] })).rows).toEqual([{ name: 'a' }]);
    const deletion = await db.bulk
      .transaction()
      .execute((tx) => tx.deleteFrom('number_series').where('name', 'in', EMPTY_LIST).executeTakeFirstOrThrow());
    expect(deletion.numDeletedRows).toBe(0n);
  });
});
