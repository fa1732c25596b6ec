import { expect, test } from 'vitest';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { judgeShopperQueries, shopperQueries } from '#support/shopper-queries.ts';

onBothEngines('searches as shoppers type them', (open) => {
  test.each(['first', 'second'] as const)('the right goods are among the first five: %s set', async (name) => {
    const db = await open();
    await importDemoCatalogue(db);
    const queries = shopperQueries(name);
    const results = await judgeShopperQueries(db, queries);
    const wrong = results.filter(({ isRight }) => !isRight);
    expect(queries).toHaveLength(40);
    expect(wrong).toEqual([]);
  });
});
