import { expect, it } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { addSynonyms, removeSynonyms } from '#lib/catalog/search/change-synonyms.server.ts';
import { isMiss } from '#lib/catalog/search/search.ts';
import { searchLanguage, synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { deleteOldMisses, recordMiss, saveMisses, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { synonymLineSchema } from '#lib/catalog/search/search-words.schema.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { countYields } from '#support/count-yields.ts';
import { onBothEngines } from '#support/database.ts';
import { oneProduct } from '#support/small-shop.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const WOMEN = { type: 'category', slug: 'women', name: 'Women' } as const;

onBothEngines('the search', (open) => {
  const setUp = async () => {
    const db = await open();
    const createProduct = (slug: string, name: string, moreFields = {}) => ({
      ...oneProduct(slug, 900),
      name,
      ...moreFields,
    });
    await saveCatalogueBatch(db, [
      WOMEN,
      createProduct('kurta', 'Indigo Kurta', { tags: ['Navratri'], long_content: '<p>Dyed with myrobalan.</p>' }),
      createProduct('jacket', 'Quilted Jacket', { content: 'Goes over a kurta.' }),
      createProduct('choga', 'Wool Choga', {
        variants: [{ sku: 'TA-77-X', price: 900, quantity: 1, hsn: '6206' }],
        options: [],
      }),
    ]);
    const search = async (term: string, moreParams = {}) => {
      const { cards, searchNote } = await listProducts(
        db,
        parseListQuery(new URLSearchParams({ search: term, ...moreParams }), priceRange({})),
      );
      return { slugs: cards.map(({ slug }) => slug), ...searchNote };
    };
    return { db, search };
  };

  it('ranks names above texts, and finds products by tags, descriptions and SKUs', async () => {
    const { search } = await setUp();
    expect((await search('kurta')).slugs).toEqual(['kurta', 'jacket']);
    expect((await search('kurta', { sort: 'latest' })).slugs).toEqual(['jacket', 'kurta']);
    expect((await search('navratri')).slugs).toEqual(['kurta']);
    expect((await search('myrobalan')).slugs).toEqual(['kurta']);
    expect((await search('ta-77-x')).slugs).toEqual(['choga']);
  });

  it('corrects a word that no product contains, unless the search is exact', async () => {
    const { search, db } = await setUp();
    expect(await search('indgo')).toEqual({ slugs: ['kurta'], shownFor: 'indigo', isPartial: false });
    expect(await search('indgo', { exact: 'true' })).toEqual({ slugs: [], shownFor: undefined, isPartial: false });
    expect(await search('wool kurta')).toEqual({ slugs: expect.any(Array), shownFor: undefined, isPartial: true });
    expect((await search('wool kurta', { exact: 'true' })).slugs).toEqual([]);
    expect((await searchCatalogue(db, 'indgo')).shownFor).toBe('indigo');
    expect((await search('zzzzzz')).slugs).toEqual([]);
  });

  it('finds a product by its SKU without punctuation, or by the beginning of the SKU', async () => {
    const { search } = await setUp();
    for (const term of ['ta77x', 'TA 77 X', 'ta_77_x', 'TA-77', 'ta77', 'Ta.77.x'])
      expect((await search(term)).slugs, term).toEqual(['choga']);
    expect((await search('ta78')).slugs).toEqual([]);
  });

  it('shows products with some of the words instead of nothing, and counts weak matches as misses', async () => {
    const { db, search } = await setUp();
    const response = await search('poncho hoodie wool');
    expect(response).toMatchObject({ slugs: ['choga'], isPartial: true, isFarOff: true });
    expect((await search('poncho hoodie')).slugs).toEqual([]);
    expect(isMiss(await searchCatalogue(db, 'poncho hoodie wool'), [])).toBe(true);
    expect(isMiss(await searchCatalogue(db, 'poncho wool'), [])).toBe(false);
  });

  it('applies a price in the search term as a filter, unless no product matches it', async () => {
    const { db, search } = await setUp();
    const list = (search: string, moreParams = {}) =>
      listProducts(db, parseListQuery(new URLSearchParams({ search, ...moreParams }), priceRange({})));
    const listBelow = await list('kurta under 1000');
    expect(listBelow.interpretedQuery).toMatchObject({ search: 'kurta', maxPricePaise: 100_000 });
    expect(listBelow.searchNote).toMatchObject({ limits: 'Up to ₹1,000', termWithoutLimits: 'kurta' });
    expect(listBelow.cards.map(({ slug }) => slug)).toEqual(['kurta', 'jacket']);
    const listAbove = await list('kurta above 5000');
    expect(listAbove.interpretedQuery?.minPricePaise).toBeUndefined();
    expect(listAbove.searchNote).toMatchObject({ unmetLimits: '₹5,000 and above' });
    expect(listAbove.cards.map(({ slug }) => slug)).toEqual(['kurta', 'jacket']);
    const explicitList = await list('kurta under 1000', { maxprice: '2500' });
    expect(explicitList.interpretedQuery?.maxPricePaise).toBe(250_000);
    expect(explicitList.searchNote?.limits).toBeUndefined();
    const listWithoutTerm = await list('under 1000');
    expect(listWithoutTerm.interpretedQuery).toMatchObject({ maxPricePaise: 100_000, sort: 'latest' });
    expect(listWithoutTerm.total).toBe(3);
    expect(await searchCatalogue(db, 'kurta under 1000')).toMatchObject({ limits: 'Up to ₹1,000' });
    expect((await search('kurta under 1000', { exact: 'true' })).slugs).toEqual([]);
  });

  it('lists the nearest prices first if none is in range, and products that only mention the term last', async () => {
    const db = await open();
    const createProduct = (slug: string, price: number, moreFields: object) => ({
      ...oneProduct(slug, price),
      ...moreFields,
    });
    const createKurta = (slug: string, price: number) => createProduct(slug, price, { name: `${slug} kurta` });
    await saveCatalogueBatch(db, [
      WOMEN,
      createKurta('short', 700),
      createKurta('silk', 1_500),
      createProduct('jacket', 600, { name: 'Quilted Jacket', content: 'Goes over a kurta.' }),
      createKurta('long', 1_100),
    ]);
    const searchSlugs = async (search: string, moreParams = {}, perPage = 24) => {
      const query = parseListQuery(new URLSearchParams({ search, ...moreParams }), priceRange({}));
      return (await listProducts(db, query, { perPage })).cards.map(({ slug }) => slug);
    };
    expect(await searchSlugs('kurta under 500')).toEqual(['short', 'long', 'silk', 'jacket']);
    expect(await searchSlugs('kurta above 5000')).toEqual(['silk', 'long', 'short', 'jacket']);
    expect(await searchSlugs('kurta under 500', { page: '2' }, 2)).toEqual(['silk', 'jacket']);
    expect(await searchSlugs('kurta under 500', { sort: 'latest' })).toEqual(['long', 'jacket', 'silk', 'short']);
    expect(await searchSlugs('above 5000')).toEqual(['silk', 'long', 'short', 'jacket']);
    const hits = await searchCatalogue(db, 'kurta under 500');
    expect(hits.product.map(({ slug }) => slug)).toEqual(['short', 'long', 'silk', 'jacket']);
  });

  it('applies the owner’s synonyms immediately, and invalidates lists', async () => {
    const { db, search } = await setUp();
    const shop = { db, now: () => NOON };
    const invalidationId = await latestInvalidationId(db);
    const line = synonymLineSchema.parse(' Poncho ,CHOGA ');
    expect(line).toBe('poncho, choga');
    expect((await search('poncho')).slugs).toEqual([]);
    await addSynonyms(shop, line);
    expect((await search('poncho')).slugs).toEqual(['choga']);
    expect((await pollInvalidations(db, invalidationId)).tags).toEqual(new Set(['list']));
    await removeSynonyms(shop, line);
    expect((await search('poncho')).slugs).toEqual([]);
    await addSynonyms(shop, 'poncho > choga');
    expect((await search('poncho')).slugs).toEqual(['choga']);
    const [shippedSynonym] = await synonymLines(db);
    await removeSynonyms(shop, shippedSynonym?.line ?? '');
    expect(
      (await synonymLines(db)).filter(({ isOwn, isEnabled }) => isOwn || !isEnabled).map(({ line }) => line),
    ).toEqual([shippedSynonym?.line, 'poncho > choga']);
  });

  it('yields to the event loop between synonyms, and parses them only once', async () => {
    const db = await open();
    const lines = await synonymLines(db);
    const { synonyms, yields } = await countYields(async (yieldsSoFar) => {
      const language = await searchLanguage(db);
      return { synonyms: language.synonyms, yields: yieldsSoFar() };
    });
    const phrases = lines.flatMap(({ line }) => line.split(/[,>]/));
    expect(yields).toBeGreaterThan(phrases.length);
    expect((await searchLanguage(db, synonyms)).synonyms).toBe(synonyms);
  });

  it('counts searches without results per day for 90 days, without personal data', async () => {
    const { db } = await setUp();
    for (const term of ['Bed Sheet', 'bed  sheet', 'asha@example.com', '98480 22338']) recordMiss({ db }, term);
    await saveMisses({ db, now: () => NOON - DAY_MS });
    recordMiss({ db }, 'bed sheet');
    recordMiss({ db }, 'topi');
    await saveMisses({ db, now: () => NOON });
    expect(await searchMisses(db, 30, NOON, 10)).toEqual([
      { term: 'bed sheet', times: 3, lastDay: '2026-11-22' },
      { term: 'topi', times: 1, lastDay: '2026-11-22' },
    ]);
    await deleteOldMisses({ db, now: () => NOON + 89 * DAY_MS });
    expect(await searchMisses(db, 365, NOON, 10)).toHaveLength(2);
    await deleteOldMisses({ db, now: () => NOON + 91 * DAY_MS });
    expect(await searchMisses(db, 365, NOON, 10)).toEqual([]);
  });

  it('stores at most 500 terms a day', async () => {
    const { db } = await setUp();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (const [index, firstLetter] of [...letters].entries()) {
      for (const secondLetter of letters) recordMiss({ db }, `nothing ${firstLetter}${secondLetter}`);
      if (index % 5 === 4 || index === 25) await saveMisses({ db, now: () => NOON });
    }
    expect(await searchMisses(db, 30, NOON, 1_000)).toHaveLength(500);
  });
});
