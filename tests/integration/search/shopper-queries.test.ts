import { expect, test } from 'vitest';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { isMiss } from '#lib/catalog/search/search.ts';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { judgeShopperQueries, shopperQueries } from '#support/shopper-queries.ts';

onBothEngines('searches typed by shoppers', (open) => {
  test.each(['first', 'second'] as const)(
    'find the right products among the first five results (%s set)',
    async (name) => {
      const db = await open();
      await importDemoCatalogue(db);
      const queries = shopperQueries(name);
      const results = await judgeShopperQueries(db, queries);
      const failures = results.filter(({ hasEnoughMatches }) => !hasEnoughMatches);
      expect(queries).toHaveLength(40);
      expect(failures).toEqual([]);
    },
  );

  test('find the right products among the first five results (queries for each mechanism)', async () => {
    const db = await open();
    await importDemoCatalogue(db);
    const results = await judgeShopperQueries(db, shopperQueries('mechanisms'));
    expect(results.filter(({ hasEnoughMatches }) => !hasEnoughMatches)).toEqual([]);
  });

  test('list products of the right kind, and for the right person, before all others', async () => {
    const db = await open();
    await importDemoCatalogue(db);
    const searchFirst = async (query: string) => (await judgeShopperQueries(db, [{ query }]))[0]?.first;
    expect((await searchFirst('కాటన్ చీరలు'))?.[0]).toBe('dhaniakhali-stripe-cotton-saree');
    expect((await searchFirst('night suit set for women full length'))?.[0]).toBe('chandni-mulmul-night-suit');
    expect(await searchFirst('chifon dupata white')).toHaveLength(3);
    expect((await searchFirst('linen material for stitching a shirt'))?.[0]).toMatch(/linen-sixty-lea|stripe-linen/);
    expect((await searchCatalogue(db, 'floral dress')).shownFor).toBeUndefined();
  });

  test('report a kind of product that the shop does not have', async () => {
    const db = await open();
    await importDemoCatalogue(db);
    expect(await searchCatalogue(db, 'soft toys for baby')).toMatchObject({ missingKinds: ['soft toys'] });
    expect((await searchCatalogue(db, 'పిల్లల బొమ్మలు')).missingKinds).toEqual(['బొమ్మలు']);
    expect((await searchCatalogue(db, 'blanket')).missingKinds).toEqual(['blanket']);
    expect((await searchCatalogue(db, 'rakhi gift for brother')).missingKinds).toEqual(['rakhi']);
    expect((await searchCatalogue(db, 'churidar for ladies')).missingKinds).toEqual(['churidar']);
    expect((await searchCatalogue(db, 'rakhi kurta for brother')).missingKinds).toBeUndefined();
    expect((await searchCatalogue(db, 'silk saree with blouse piece')).missingKinds).toBeUndefined();
    expect((await searchCatalogue(db, 'cotton saree')).missingKinds).toBeUndefined();
    expect(isMiss(await searchCatalogue(db, 'soft toys for baby'), [])).toBe(true);
  });
});
