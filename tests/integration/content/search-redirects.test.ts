import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import {
  addRedirect,
  listRedirects,
  pageDestinations,
  removeRedirect,
  searchRedirect,
} from '#lib/content/content/destinations/destinations.server.ts';
import { SEARCH_REDIRECT } from '#lib/content/content/destinations/search-redirect.schema.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { SCARF, stockGoods } from '#support/goods.ts';
import { offerOutfit } from '#support/offer-outfit.ts';
import { setService } from '#support/offer-service.ts';

onBothEngines('the destination of a search redirect', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const women = { type: 'category' as const, slug: 'women', name: 'Women' };
    const sarees = { type: 'category' as const, slug: 'sarees', name: 'Sarees', parent: 'women' };
    await saveCatalogueBatch(db, [women, sarees], new Map());
    const shop = { db, now: () => 1_000, settings: readSettings({ SITE_URL: 'https://shop.example' }) };
    const addSearchRedirect = (term: string, to: string) => addRedirect(shop, SEARCH_REDIRECT.parse({ term, to }));
    return { db, shop, addSearchRedirect };
  }

  test('is a category, a product, a page or an article, whatever the spelling of the search', async () => {
    const { db, shop, addSearchRedirect } = await setUp();
    const readDestination = async (to: string) => (await addSearchRedirect('Lehenga-Choli', to)).destination;
    expect(await readDestination('/products?category=sarees')).toEqual({
      path: '/products?category=sarees',
      name: 'Women › Sarees',
    });
    expect(await readDestination('https://shop.example/size-guide')).toEqual({
      path: '/size-guide',
      name: 'Size guide',
    });
    expect(await readDestination('ts')).toEqual({ path: '/products/test-scarf', name: 'Test Scarf' });
    expect((await readDestination('/blogs/caring-for-block-prints')).path).toBe('/blogs/caring-for-block-prints');
    expect(await readDestination('test-scarf')).toMatchObject({ path: '/products/test-scarf' });
    expect(await searchRedirect(shop, ' LEHENGA choli!')).toEqual({ path: '/products/test-scarf', name: 'Test Scarf' });
    expect(await searchRedirect(shop, 'lehenga')).toBeUndefined();

    await saveCatalogueBatch(db, [{ ...SCARF, slug: 'new-scarf', former_slugs: ['test-scarf'] }], new Map());
    expect(await searchRedirect(shop, 'lehenga choli')).toMatchObject({ path: '/products/new-scarf' });
    await saveCatalogueBatch(db, [{ ...SCARF, slug: 'new-scarf', status: 'draft' }], new Map());
    expect(await searchRedirect(shop, 'lehenga choli')).toBeUndefined();
    expect(await listRedirects(shop)).toEqual([
      { term: 'lehenga choli', path: '/products/test-scarf', name: undefined },
    ]);
    await removeRedirect(shop, 'lehenga choli');
    expect(await listRedirects(shop)).toEqual([]);
    await expect(removeRedirect(shop, 'lehenga choli')).rejects.toMatchObject({ code: 'not_found' });
    const { entries } = await readAudit(db, { record: { kind: 'search', id: 'lehenga choli' } });
    expect(entries.map(({ action }) => action)).toEqual([
      'remove search redirect',
      ...Array(5).fill('redirect search'),
    ]);
  });

  test('is the page of an outfit, of swatches or of children’s sizes while the shop offers them', async () => {
    const { db, shop, addSearchRedirect } = await setUp();
    const pages = ['/outfits/test-outfit', '/swatches', '/size-guide/child'];
    for (const to of pages) await expect(addSearchRedirect('gift', to), to).rejects.toMatchObject({ code: 'invalid' });
    await offerOutfit(db);
    for (const service of ['childSize', 'swatches.offered']) await setService(db, service);
    for (const to of pages) expect((await addSearchRedirect('gift', to)).destination.path).toBe(to);
    expect((await pageDestinations(shop)).map(({ path }) => path)).toEqual(expect.arrayContaining(pages));
    await saveCatalogueBatch(db, [{ ...SCARF, status: 'draft' }], new Map());
    await expect(addSearchRedirect('gift', '/outfits/test-outfit')).rejects.toMatchObject({ code: 'invalid' });
    expect((await pageDestinations(shop)).map(({ path }) => path)).not.toContain('/outfits/test-outfit');
  });

  test('is never outside the shop, and never a page that shoppers can’t see', async () => {
    const { shop, addSearchRedirect } = await setUp();
    for (const to of [
      ...['https://example.com/size-guide', '//example.com', '/\\example.com', 'https://shop.example.evil.com/faq'],
      ...['javascript:alert(1)', '/admin', '/search?search=saree', '/products?category=none', '/products?page=2'],
      ...['/products/none', '/blogs/none', 'none', '/faq?next=//example.com'],
    ])
      await expect(addSearchRedirect('saari', to), to).rejects.toMatchObject({
        code: 'invalid',
        fields: { to: /no page/ },
      });
    expect(await listRedirects(shop)).toEqual([]);
    for (const term of ['', 'ab', '!!!!']) expect(SEARCH_REDIRECT.safeParse({ term, to: '/faq' }).success).toBe(false);
  });
});
