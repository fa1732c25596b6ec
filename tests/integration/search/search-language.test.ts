import { expect, it } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { isMiss } from '#lib/catalog/search/search.ts';
import { searchLanguage, synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { deleteOldMisses, recordMiss, saveMisses, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { synonymLine } from '#lib/catalog/search/search-words.schema.ts';
import { deleteSynonyms, saveSynonyms } from '#lib/catalog/search/stored-synonyms.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { countYields } from '#support/count-yields.ts';
import { onBothEngines } from '#support/database.ts';
import { oneProduct } from '#support/small-shop.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const WOMEN = { type: 'category', slug: 'women', name: 'Women' } as const;

onBothEngines('the search', (open) => {
  const newShop = async () => {
    const db = await open();
    const product = (slug: string, name: string, moreFields = {}) => ({
      ...oneProduct(slug, 900),
      name,
      ...moreFields,
    });
    await saveCatalogueBatch(db, [
      WOMEN,
      product('kurta', 'Indigo Kurta', { tags: ['Navratri'], long_content: '<p>Dyed with myrobalan.</p>' }),
      product('jacket', 'Quilted Jacket', { content: 'Goes over a kurta.' }),
      product('choga', 'Wool Choga', {
        variants: [{ sku: 'TA-77-X', price: 900, quantity: 1, hsn: '6206' }],
        options: [],
      }),
    ]);
    const search = async (search: string, moreParams = {}) => {
      const { cards, searchNote } = await listProducts(
        db,
        parseListQuery(new URLSearchParams({ search, ...moreParams }), priceRange({})),
      );
      return { slugs: cards.map(({ slug }) => slug), ...searchNote };
    };
    return { db, search };
  };

  it('ranks names above texts, and finds by tags, descriptions and article numbers', async () => {
    const { search } = await newShop();
    expect((await search('kurta')).slugs).toEqual(['kurta', 'jacket']);
    expect((await search('kurta', { sort: 'latest' })).slugs).toEqual(['jacket', 'kurta']);
    expect((await search('navratri')).slugs).toEqual(['kurta']);
    expect((await search('myrobalan')).slugs).toEqual(['kurta']);
    expect((await search('ta-77-x')).slugs).toEqual(['choga']);
  });

  it('corrects a word that no product has, unless the search is exact', async () => {
    const { search, db } = await newShop();
    expect(await search('indgo')).toEqual({ slugs: ['kurta'], shownFor: 'indigo', isPartial: false });
    expect(await search('indgo', { exact: 'true' })).toEqual({ slugs: [], shownFor: undefined, isPartial: false });
    expect(await search('wool kurta')).toEqual({ slugs: expect.any(Array), shownFor: undefined, isPartial: true });
    expect((await search('wool kurta', { exact: 'true' })).slugs).toEqual([]);
    expect((await searchCatalogue(db, 'indgo')).shownFor).toBe('indigo');
    expect((await search('zzzzzz')).slugs).toEqual([]);
  });

  it('finds an article by its number without dashes, and by its beginning', async () => {
    const { search } = await newShop();
    for (const term of ['ta77x', 'TA 77 X', 'ta_77_x', 'TA-77', 'ta77', 'Ta.77.x'])
      expect((await search(term)).slugs, term).toEqual(['choga']);
    expect((await search('ta78')).slugs).toEqual([]);
  });

  it('shows products with some of the words instead of none, and counts weak matches as misses', async () => {
    const { db, search } = await newShop();
    const response = await search('poncho hoodie wool');
    expect(response).toMatchObject({ slugs: ['choga'], isPartial: true, isFarOff: true });
    expect((await search('poncho hoodie')).slugs).toEqual([]);
    expect(isMiss(await searchCatalogue(db, 'poncho hoodie wool'), [])).toBe(true);
    expect(isMiss(await searchCatalogue(db, 'poncho wool'), [])).toBe(false);
  });

  it('applies a price from the term as a filter, unless no product matches it', async () => {
    const { db, search } = await newShop();
    const list = (search: string, moreParams = {}) =>
      listProducts(db, parseListQuery(new URLSearchParams({ search, ...moreParams }), priceRange({})));
    const under = await list('kurta under 1000');
    expect(under.interpretedQuery).toMatchObject({ search: 'kurta', maxPricePaise: 100_000 });
    expect(under.searchNote).toMatchObject({ limits: 'Up to ₹1,000', unlimited: 'kurta' });
    expect(under.cards.map(({ slug }) => slug)).toEqual(['kurta', 'jacket']);
    const above = await list('kurta above 5000');
    expect(above.interpretedQuery?.minPricePaise).toBeUndefined();
    expect(above.searchNote).toMatchObject({ unmetLimits: '₹5,000 and above' });
    expect(above.cards.map(({ slug }) => slug)).toEqual(['kurta', 'jacket']);
    const explicit = await list('kurta under 1000', { maxprice: '2500' });
    expect(explicit.interpretedQuery?.maxPricePaise).toBe(250_000);
    expect(explicit.searchNote?.limits).toBeUndefined();
    const all = await list('under 1000');
    expect(all.interpretedQuery).toMatchObject({ maxPricePaise: 100_000, sort: 'latest' });
    expect(all.total).toBe(3);
    expect(await searchCatalogue(db, 'kurta under 1000')).toMatchObject({ limits: 'Up to ₹1,000' });
    expect((await search('kurta under 1000', { exact: 'true' })).slugs).toEqual([]);
  });

  it('starts with the nearest price if none is in range, and ends with mere mentions of the term', async () => {
    const db = await open();
    const product = (slug: string, price: number, moreFields: object) => ({
      ...oneProduct(slug, price),
      ...moreFields,
    });
    const kurta = (slug: string, price: number) => product(slug, price, { name: `${slug} kurta` });
    await saveCatalogueBatch(db, [
      WOMEN,
      kurta('short', 700),
      kurta('silk', 1_500),
      product('jacket', 600, { name: 'Quilted Jacket', content: 'Goes over a kurta.' }),
      kurta('long', 1_100),
    ]);
    const slugs = async (search: string, moreParams = {}, perPage = 24) => {
      const query = parseListQuery(new URLSearchParams({ search, ...moreParams }), priceRange({}));
      return (await listProducts(db, query, { perPage })).cards.map(({ slug }) => slug);
    };
    expect(await slugs('kurta under 500')).toEqual(['short', 'long', 'silk', 'jacket']);
    expect(await slugs('kurta above 5000')).toEqual(['silk', 'long', 'short', 'jacket']);
    expect(await slugs('kurta under 500', { page: '2' }, 2)).toEqual(['silk', 'jacket']);
    expect(await slugs('kurta under 500', { sort: 'latest' })).toEqual(['long', 'jacket', 'silk', 'short']);
    expect(await slugs('above 5000')).toEqual(['silk', 'long', 'short', 'jacket']);
    const hits = await searchCatalogue(db, 'kurta under 500');
    expect(hits.product.map(({ slug }) => slug)).toEqual(['short', 'long', 'silk', 'jacket']);
  });

  it('applies the owner’s synonyms immediately, and invalidates lists', async () => {
    const { db, search } = await newShop();
    const since = await latestInvalidationId(db);
    const line = synonymLine.parse(' Poncho ,CHOGA ');
    expect(line).toBe('poncho, choga');
    expect((await search('poncho')).slugs).toEqual([]);
    await saveSynonyms(db, line, true, NOON);
    expect((await search('poncho')).slugs).toEqual(['choga']);
    expect((await pollInvalidations(db, since)).tags).toEqual(new Set(['list']));
    await deleteSynonyms(db, line, Date.now());
    expect((await search('poncho')).slugs).toEqual([]);
    await saveSynonyms(db, 'poncho > choga', true, NOON);
    expect((await search('poncho')).slugs).toEqual(['choga']);
    const [shipped] = await synonymLines(db);
    await saveSynonyms(db, shipped?.line ?? '', false, NOON);
    expect((await synonymLines(db)).filter(({ isOwn, isOn }) => isOwn || !isOn).map(({ line }) => line)).toEqual([
      shipped?.line,
      'poncho > choga',
    ]);
  });

  it('yields to the event loop between the words of the synonyms, and parses them only once', async () => {
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

  it('counts searches without results by day, without personal data, for 90 days', async () => {
    const { db } = await newShop();
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
    const { db } = await newShop();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (const [index, first] of [...letters].entries()) {
      for (const second of letters) recordMiss({ db }, `nothing ${first}${second}`);
      if (index % 5 === 4 || index === 25) await saveMisses({ db, now: () => NOON });
    }
    expect(await searchMisses(db, 30, NOON, 1_000)).toHaveLength(500);
  });
});
