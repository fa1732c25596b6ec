import { expect, test } from 'vitest';
import { FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { allowFacetKinds } from '#lib/platform/db/migrator/facet-kinds.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';

onBothEngines('the migration for a new facet', (open, engine) => {
  test('makes the database accept its values and reject other kinds, and keeps products and their values', async () => {
    const db = await open();
    await stockGoods(db);
    const readValues = () => db.write.selectFrom('facet_value').selectAll().orderBy('id').execute();
    const valuesBefore = await readValues();
    const addValue = (id: number, kind: string) =>
      db.write.insertInto('facet_value').values({ id, kind, slug: 'half', name: 'Half', product_count: 0 }).execute();
    await expect(addValue(9_001, 'trial')).rejects.toThrow();
    const kinds = [...FACETS.map(({ name }) => name), 'trial'];
    await bulkTransaction(db, (tx) => allowFacetKinds(tx, engine, kinds));
    expect(await readValues()).toEqual(valuesBefore);
    await addValue(9_001, 'trial');
    await expect(addValue(9_002, 'trial')).rejects.toThrow();
    await expect(addValue(9_003, 'another')).rejects.toThrow();
    const usedValue = await db.write.selectFrom('product_facet').select('value_id').executeTakeFirstOrThrow();
    await expect(db.write.deleteFrom('facet_value').where('id', '=', usedValue.value_id).execute()).rejects.toThrow();
    await bulkTransaction(db, (tx) => allowFacetKinds(tx, engine, [...kinds, 'another']));
    await addValue(9_003, 'another');
  });
});
