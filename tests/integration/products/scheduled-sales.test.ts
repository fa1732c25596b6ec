import { expect, test } from 'vitest';
import { type BulkActionRequest, planBulkAction, planUndo } from '#lib/catalog/desk/bulk/plan-bulk-action.server.ts';
import { readProductBulkAction } from '#lib/catalog/desk/bulk/read-bulk-action.server.ts';
import { runBulkActions, startBulkAction } from '#lib/catalog/desk/bulk/run-bulk-actions.server.ts';
import { readProductDetails } from '#lib/catalog/desk/product-details.server.ts';
import { applyDueSales, applySalesOnTime } from '#lib/catalog/desk/sales/apply-due-sales.server.ts';
import { SALE_FORM } from '#lib/catalog/desk/sales/sale-form.schema.ts';
import { endSale, scheduleSale } from '#lib/catalog/desk/sales/schedule-sale.server.ts';
import { merchantFeed, merchantFeedState } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { byFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { productJsonLd } from '#lib/catalog/products/product-json-ld.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { oneProduct } from '#support/small-shop.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const START = Date.parse('2026-12-01T10:00:00+05:30');
const END = Date.parse('2026-12-05T00:00:00+05:30');
const neverAborted = new AbortController().signal;
const ALL_PRODUCTS = { ...byFacet(() => []), sort: 'best' as const, page: 1 };
const SITE = { siteUrl: 'https://shop.example', currencyCode: 'INR' };

onBothEngines('a scheduled sale', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db, START - DAY_MS);
    const { clock } = fixture;
    const shop = { db, now: () => clock.at, settings: readSettings({ SITE_URL: SITE.siteUrl }) };
    const idOf = async (slug: string) =>
      (await db.write.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const detailsOf = async (slug: string) => readProductDetails(db, await idOf(slug));
    /** Sends the form of the product's page. */
    const plan = async (
      slug: string,
      sale: string[],
      times: { starts_at?: string; ends_at?: string },
      version?: number,
    ) => {
      const details = await detailsOf(slug);
      const form = SALE_FORM.parse({
        ...{ id: String(details.id), version: String(version ?? details.version), ...times },
        ...{ 'variant[]': details.variants.map(({ id }) => String(id)), 'sale[]': sale },
      });
      await runAs(ASHA, () => scheduleSale(shop, { ...form, id: details.id }));
    };
    const runJob = () => applyDueSales(shop, neverAborted);
    const feed = async () => {
      let text = '';
      for await (const part of merchantFeed(shop)) text += part;
      return text.split('<item>').find((item) => item.includes('Test Scarf')) ?? '';
    };
    /** The scarf's prices in paise, and the texts of its structured data and of its item in the feed. */
    const prices = async () => {
      const page = await showProduct(db, 'test-scarf', clock.at);
      const card = (await listProducts(db, ALL_PRODUCTS)).cards.find(({ slug }) => slug === 'test-scarf');
      const { variants } = await detailsOf('test-scarf');
      return {
        page: page?.minPaise,
        list: card?.minPaise,
        stored: variants[0]?.salePricePaise ?? variants[0]?.pricePaise,
        jsonLd: page && JSON.stringify(productJsonLd(page, SITE, { reviews: [], delivery: {}, returns: {} })),
        feed: await feed(),
      };
    };
    const auditEntries = async () => {
      const query = db.write.selectFrom('audit_entry').select(['action', 'actor_name']);
      return (await query.orderBy('id').execute()).filter(({ action }) => action.includes('sale'));
    };
    return { db, shop, fixture, clock, idOf, detailsOf, plan, runJob, prices, auditEntries };
  }

  const TIMES = { starts_at: '2026-12-01T10:00', ends_at: '2026-12-05T00:00' };

  test('begins and ends in lists, on the page, in structured data and in the feed', async () => {
    const { db, clock, plan, runJob, prices, auditEntries } = await setUp();
    const feedBefore = await merchantFeedState({ db, settings: SITE });
    await plan('test-scarf', ['250'], TIMES);
    clock.at = START - 1;
    expect(await runJob()).toBe(0);
    let current = await prices();
    expect(current).toMatchObject({ page: 30_000, list: 30_000, stored: 30_000 });
    expect(current.jsonLd).not.toContain('priceValidUntil');
    // Google reads the feed once a day, so the feed states the times in advance.
    expect(await merchantFeedState({ db, settings: SITE })).not.toBe(feedBefore);
    expect(current.feed).toContain('<g:price>300.00 INR</g:price><g:sale_price>250.00 INR</g:sale_price>');
    expect(current.feed).toContain(
      '<g:sale_price_effective_date>2026-12-01T10:00:00+0530/2026-12-05T00:00:00+0530</g:sale_price_effective_date>',
    );

    clock.at = START;
    expect(await runJob()).toBe(1);
    current = await prices();
    expect(current).toMatchObject({ page: 25_000, list: 25_000, stored: 25_000 });
    expect(current.jsonLd).toContain('"price":"250.00","priceValidUntil":"2026-12-04T18:30:00.000Z"');
    expect(current.feed).toContain('<g:sale_price>250.00 INR</g:sale_price>');
    const tags = await db.write.selectFrom('invalidation').select('tag').execute();
    expect(tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['product:test-scarf', 'list']));

    clock.at = END - 1;
    expect(await runJob()).toBe(0);
    clock.at = END;
    expect(await runJob()).toBe(1);
    current = await prices();
    expect(current).toMatchObject({ page: 30_000, list: 30_000, stored: 30_000 });
    expect(current.jsonLd).not.toContain('priceValidUntil');
    expect(current.feed).not.toContain('sale_price');
    expect((await auditEntries()).map(({ action }) => action)).toEqual(['schedule sale', 'start sale', 'end sale']);
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('applies in carts and orders from its start to its end, even before a job has stored its price', async () => {
    const { fixture, clock, plan, runJob, prices } = await setUp();
    await plan('test-scarf', ['250'], TIMES);
    const owner = await fixture.cartOf(['test-scarf', 1]);
    const cart = () => readCart(fixture.shop, owner);
    clock.at = START - 1;
    const before = await cart();
    expect(before.lines[0]).toMatchObject({ pricePaise: 30_000 });
    clock.at = START;
    // The job that stores the price has not run yet.
    expect((await prices()).stored).toBe(30_000);
    const during = await cart();
    expect(during.lines[0]).toMatchObject({
      pricePaise: 25_000,
      warning: 'The price has dropped from ₹300.00 to ₹250.00.',
    });
    const total = (paise: number) => ({ total: paise / 100 });
    await expect(fixture.place(owner, total(before.totals.totalPaise))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The price has changed since you saw it. Please check your order again.',
    });
    const order = await fixture.place(owner);
    const lines = await fixture.shop.db.write.selectFrom('order_line').selectAll().execute();
    expect(lines).toMatchObject([{ order_id: order.id, price_paise: 25_000 }]);

    await runJob();
    const later = await fixture.cartOf(['test-scarf', 1]);
    expect((await readCart(fixture.shop, later)).lines[0]?.pricePaise).toBe(25_000);
    clock.at = END;
    expect((await prices()).stored).toBe(25_000);
    expect((await readCart(fixture.shop, later)).lines[0]).toMatchObject({
      pricePaise: 30_000,
      warning: 'The price has risen from ₹250.00 to ₹300.00.',
    });
    await fixture.place(later);
    const sold = await fixture.shop.db.write.selectFrom('order_line').select('price_paise').execute();
    expect(sold.map(({ price_paise }) => price_paise).sort()).toEqual([25_000, 30_000]);
  });

  test('is applied once by concurrent jobs, and stays due after a failed transaction', async () => {
    const { db, clock, plan, runJob, auditEntries, prices } = await setUp();
    await plan('test-scarf', ['250'], TIMES);
    await plan('test-kurta', ['1200', ''], TIMES);
    clock.at = START;
    await db.write
      .transaction()
      .execute(async (tx) => {
        // The transaction of a killed process leaves nothing.
        await tx.updateTable('scheduled_sale').set({ started_at: START }).execute();
        throw new Error('killed');
      })
      .catch((error: Error) => expect(error.message).toBe('killed'));
    const counts = await Promise.all([runJob(), runJob(), runJob()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    clock.at = END;
    const ends = await Promise.all([runJob(), runJob()]);
    expect(ends.reduce((sum, count) => sum + count)).toBe(2);
    expect((await prices()).stored).toBe(30_000);
    const actions = (await auditEntries()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'start sale')).toHaveLength(2);
    expect(actions.filter((action) => action === 'end sale')).toHaveLength(2);
  });

  test('is applied at its start by a job that runs only once before it', async () => {
    const { shop, plan, prices } = await setUp();
    await plan('test-scarf', ['250'], TIMES);
    const shopStartingAt = (at: number) => {
      const since = performance.now();
      return { ...shop, now: () => Math.floor(at + performance.now() - since) };
    };
    expect(await applySalesOnTime(shopStartingAt(START - HOUR_MS), SECOND_MS, neverAborted)).toBe(0);
    expect(await applySalesOnTime(shopStartingAt(START - SECOND_MS / 2), SECOND_MS, neverAborted)).toBe(1);
    expect((await prices()).stored).toBe(25_000);
  });

  test('begins immediately without a start, and restores the old sale prices when a person ends it', async () => {
    const { shop, plan, detailsOf, idOf, auditEntries } = await setUp();
    await plan('test-kurta', ['1200', '1300'], {});
    const sales = async () => (await detailsOf('test-kurta')).variants.map(({ salePricePaise }) => salePricePaise);
    expect(await sales()).toEqual([120_000, 130_000]);
    // During the sale, the first variant gets another price, and the second leaves the sale.
    await plan('test-kurta', ['1100', ''], {});
    expect(await sales()).toEqual([110_000, undefined]);
    const { version } = await detailsOf('test-kurta');
    const id = await idOf('test-kurta');
    await runAs(ASHA, () => endSale(shop, { id, version }));
    expect(await sales()).toEqual([149_950, undefined]);
    await expect(runAs(ASHA, () => endSale(shop, { id, version }))).rejects.toMatchObject({ code: 'conflict' });
    expect(new Set((await auditEntries()).map(({ actor_name }) => actor_name))).toEqual(new Set(['Asha']));
  });

  test('that is planned can be changed and removed', async () => {
    const { db, shop, clock, plan, runJob, detailsOf, prices } = await setUp();
    await plan('test-scarf', ['250'], TIMES);
    await plan('test-scarf', ['200'], { ...TIMES, starts_at: '2026-12-02T10:00' });
    clock.at = START;
    expect(await runJob()).toBe(0);
    const { id, version, sale } = await detailsOf('test-scarf');
    expect(sale).toMatchObject({ startsAt: START + DAY_MS, endsAt: END, startedAt: null });
    await runAs(ASHA, () => endSale(shop, { id, version }));
    clock.at = START + DAY_MS;
    expect(await runJob()).toBe(0);
    expect((await prices()).page).toBe(30_000);
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test.each<[string, string[], { starts_at?: string; ends_at?: string }, string]>([
    ['a price that is not lower', ['300'], TIMES, 'sale[]'],
    ['no price', [''], TIMES, 'sale[]'],
    ['a price that is not an amount', ['cheap'], TIMES, 'sale[]'],
    ['an end in the past', ['250'], { ends_at: '2026-11-01T00:00' }, 'ends_at'],
  ])('is rejected with %s', async (_what, sale, times, field) => {
    const { db, plan } = await setUp();
    await expect(plan('test-scarf', sale, times)).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    });
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('is rejected if somebody else has changed the sale meanwhile', async () => {
    const { plan, detailsOf } = await setUp();
    const { version } = await detailsOf('test-scarf');
    await plan('test-scarf', ['250'], TIMES);
    await expect(plan('test-scarf', ['200'], TIMES, version)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('whose end has passed while the shop was stopped never begins', async () => {
    const { db, clock, plan, runJob, prices } = await setUp();
    await plan('test-scarf', ['250'], TIMES);
    clock.at = END + HOUR_MS;
    expect((await prices()).page).toBe(30_000);
    expect(await runJob()).toBe(1);
    expect(await prices()).toMatchObject({ page: 30_000, stored: 30_000 });
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('of many products is planned, started and undone in bulk', async () => {
    const { db, shop, clock, runJob } = await setUp();
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      ...Array.from({ length: 12 }, (_, n) => oneProduct(`kurta-${n}`, 1_000)),
    ]);
    const rows = await db.write.selectFrom('product').select('id').where('slug', 'like', 'kurta-%').execute();
    const chosen: BulkActionRequest['chosen'] = { products: rows.map(({ id }) => id) };
    const finish = async (id: string) => {
      await runAs(ASHA, () => startBulkAction(shop, id));
      await runBulkActions(shop, neverAborted);
      return (await readProductBulkAction(db, id)).counts;
    };
    const times = { startsAt: START, endsAt: END };
    const id = await planBulkAction(shop, {
      change: { action: 'sale', percent: 20, rounding: 'ninety_nine', ...times },
      chosen,
    });
    expect(await finish(id)).toEqual({ waiting: 0, done: 12, failed: 0 });
    const price = async () => (await showProduct(db, 'kurta-3', clock.at))?.minPaise;
    expect(await price()).toBe(100_000);
    clock.at = START;
    expect(await runJob()).toBe(12);
    expect(await price()).toBe(79_900);
    // A second sale is rejected, and the first one can be undone while it runs.
    const second = await planBulkAction(shop, {
      change: { action: 'sale', percent: 30, rounding: 'rupee', ...times },
      chosen,
    });
    expect((await readProductBulkAction(db, second)).counts).toEqual({ waiting: 0, done: 0, failed: 12 });
    expect(await finish(await planUndo(shop, id))).toEqual({ waiting: 0, done: 12, failed: 0 });
    expect(await price()).toBe(100_000);
    const ended = { ...times, endsAt: START };
    const planned = planBulkAction(shop, {
      change: { action: 'sale', percent: 20, rounding: 'rupee', ...ended },
      chosen,
    });
    await expect(planned).rejects.toMatchObject({ code: 'invalid' });
  });
});

test.each([
  [{ starts_at: '2026-12-05T00:00', ends_at: '2026-12-01T10:00' }, 'ends_at'],
  [{ starts_at: 'tomorrow' }, 'starts_at'],
])('the sale form rejects the times %o at their field', (times, field) => {
  const { error } = SALE_FORM.safeParse({ id: '1', version: '1', 'variant[]': '1', 'sale[]': '250', ...times });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
