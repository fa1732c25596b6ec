import { expect, test } from 'vitest';
import { type BulkActionRequest, planBulkAction, planUndo } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { readProductBulkAction } from '#lib/catalog/admin/bulk/read-bulk-action.server.ts';
import { runBulkActions, startBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { readProductDetails } from '#lib/catalog/admin/product-details.server.ts';
import { applyDueSales, applySalesOnTime } from '#lib/catalog/admin/sales/apply-due-sales.server.ts';
import { SALE_FORM } from '#lib/catalog/admin/sales/sale-form.schema.ts';
import { endSale, scheduleSale } from '#lib/catalog/admin/sales/schedule-sale.server.ts';
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
    const readProductId = async (slug: string) =>
      (await db.write.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const readDetails = async (slug: string) => readProductDetails(db, await readProductId(slug));
    /** Sends the sale form of the product's page in the admin. */
    const planSale = async (
      slug: string,
      sale: string[],
      times: { starts_at?: string; ends_at?: string },
      version?: number,
    ) => {
      const details = await readDetails(slug);
      const form = SALE_FORM.parse({
        ...{ id: String(details.id), version: String(version ?? details.version), ...times },
        ...{ 'variant[]': details.variants.map(({ id }) => String(id)), 'sale[]': sale },
      });
      await runAs(ASHA, () => scheduleSale(shop, { ...form, id: details.id }));
    };
    const runJob = () => applyDueSales(shop, neverAborted);
    const readFeedItem = async () => {
      let text = '';
      for await (const part of merchantFeed(shop)) text += part;
      return text.split('<item>').find((item) => item.includes('Test Scarf')) ?? '';
    };
    /** Returns the scarf's prices in paise, its structured data and its item in the feed. */
    const readPrices = async () => {
      const page = await showProduct(db, 'test-scarf', clock.at);
      const card = (await listProducts(db, ALL_PRODUCTS)).cards.find(({ slug }) => slug === 'test-scarf');
      const { variants } = await readDetails('test-scarf');
      return {
        page: page?.minPaise,
        list: card?.minPaise,
        stored: variants[0]?.salePricePaise ?? variants[0]?.pricePaise,
        jsonLd: page && JSON.stringify(productJsonLd(page, SITE, { reviews: [], delivery: {}, returns: {} })),
        feed: await readFeedItem(),
      };
    };
    const readAuditEntries = async () => {
      const query = db.write.selectFrom('audit_entry').select(['action', 'actor_name']);
      return (await query.orderBy('id').execute()).filter(({ action }) => action.includes('sale'));
    };
    return { db, shop, fixture, clock, readProductId, readDetails, planSale, runJob, readPrices, readAuditEntries };
  }

  const TIMES = { starts_at: '2026-12-01T10:00', ends_at: '2026-12-05T00:00' };

  test('begins and ends in lists, on the page, in structured data and in the feed', async () => {
    const { db, clock, planSale, runJob, readPrices, readAuditEntries } = await setUp();
    const feedBefore = await merchantFeedState({ db, settings: SITE });
    await planSale('test-scarf', ['250'], TIMES);
    clock.at = START - 1;
    expect(await runJob()).toBe(0);
    let currentPrices = await readPrices();
    expect(currentPrices).toMatchObject({ page: 30_000, list: 30_000, stored: 30_000 });
    expect(currentPrices.jsonLd).not.toContain('priceValidUntil');
    // Google reads the feed once a day, so the feed contains the times in advance.
    expect(await merchantFeedState({ db, settings: SITE })).not.toBe(feedBefore);
    expect(currentPrices.feed).toContain('<g:price>300.00 INR</g:price><g:sale_price>250.00 INR</g:sale_price>');
    expect(currentPrices.feed).toContain(
      '<g:sale_price_effective_date>2026-12-01T10:00:00+0530/2026-12-05T00:00:00+0530</g:sale_price_effective_date>',
    );

    clock.at = START;
    expect(await runJob()).toBe(1);
    currentPrices = await readPrices();
    expect(currentPrices).toMatchObject({ page: 25_000, list: 25_000, stored: 25_000 });
    expect(currentPrices.jsonLd).toContain('"price":"250.00","priceValidUntil":"2026-12-04T18:30:00.000Z"');
    expect(currentPrices.feed).toContain('<g:sale_price>250.00 INR</g:sale_price>');
    const tags = await db.write.selectFrom('invalidation').select('tag').execute();
    expect(tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['product:test-scarf', 'list']));

    clock.at = END - 1;
    expect(await runJob()).toBe(0);
    clock.at = END;
    expect(await runJob()).toBe(1);
    currentPrices = await readPrices();
    expect(currentPrices).toMatchObject({ page: 30_000, list: 30_000, stored: 30_000 });
    expect(currentPrices.jsonLd).not.toContain('priceValidUntil');
    expect(currentPrices.feed).not.toContain('sale_price');
    expect((await readAuditEntries()).map(({ action }) => action)).toEqual(['schedule sale', 'start sale', 'end sale']);
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('applies to carts and orders from its start to its end, even before a job has stored its price', async () => {
    const { fixture, clock, planSale, runJob, readPrices } = await setUp();
    await planSale('test-scarf', ['250'], TIMES);
    const owner = await fixture.cartOf(['test-scarf', 1]);
    const readOwnerCart = () => readCart(fixture.shop, owner);
    clock.at = START - 1;
    const cartBefore = await readOwnerCart();
    expect(cartBefore.lines[0]).toMatchObject({ pricePaise: 30_000 });
    clock.at = START;
    // The job that stores the price has not run yet.
    expect((await readPrices()).stored).toBe(30_000);
    const cartDuring = await readOwnerCart();
    expect(cartDuring.lines[0]).toMatchObject({
      pricePaise: 25_000,
      warning: 'The price has dropped from ₹300.00 to ₹250.00.',
    });
    const statedTotal = (paise: number) => ({ total: paise / 100 });
    await expect(fixture.place(owner, statedTotal(cartBefore.totals.totalPaise))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The price has changed since you saw it. Please check your order again.',
    });
    const order = await fixture.place(owner);
    const lines = await fixture.shop.db.write.selectFrom('order_line').selectAll().execute();
    expect(lines).toMatchObject([{ order_id: order.id, price_paise: 25_000 }]);

    await runJob();
    const laterOwner = await fixture.cartOf(['test-scarf', 1]);
    expect((await readCart(fixture.shop, laterOwner)).lines[0]?.pricePaise).toBe(25_000);
    clock.at = END;
    expect((await readPrices()).stored).toBe(25_000);
    expect((await readCart(fixture.shop, laterOwner)).lines[0]).toMatchObject({
      pricePaise: 30_000,
      warning: 'The price has risen from ₹250.00 to ₹300.00.',
    });
    await fixture.place(laterOwner);
    const orderLines = await fixture.shop.db.write.selectFrom('order_line').select('price_paise').execute();
    expect(orderLines.map(({ price_paise }) => price_paise).sort()).toEqual([25_000, 30_000]);
  });

  test('is applied only once by concurrent jobs, and remains due after a failed transaction', async () => {
    const { db, clock, planSale, runJob, readAuditEntries, readPrices } = await setUp();
    await planSale('test-scarf', ['250'], TIMES);
    await planSale('test-kurta', ['1200', ''], TIMES);
    clock.at = START;
    await db.write
      .transaction()
      .execute(async (tx) => {
        // If the process is killed, its transaction is rolled back.
        await tx.updateTable('scheduled_sale').set({ started_at: START }).execute();
        throw new Error('killed');
      })
      .catch((error: Error) => expect(error.message).toBe('killed'));
    const startCounts = await Promise.all([runJob(), runJob(), runJob()]);
    expect(startCounts.reduce((sum, count) => sum + count)).toBe(2);
    clock.at = END;
    const endCounts = await Promise.all([runJob(), runJob()]);
    expect(endCounts.reduce((sum, count) => sum + count)).toBe(2);
    expect((await readPrices()).stored).toBe(30_000);
    const actions = (await readAuditEntries()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'start sale')).toHaveLength(2);
    expect(actions.filter((action) => action === 'end sale')).toHaveLength(2);
  });

  test('is applied on time by a job that last ran shortly before the sale begins', async () => {
    const { shop, planSale, readPrices } = await setUp();
    await planSale('test-scarf', ['250'], TIMES);
    const createShopAt = (startTime: number) => {
      const startedAt = performance.now();
      return { ...shop, now: () => Math.floor(startTime + performance.now() - startedAt) };
    };
    expect(await applySalesOnTime(createShopAt(START - HOUR_MS), SECOND_MS, neverAborted)).toBe(0);
    expect(await applySalesOnTime(createShopAt(START - SECOND_MS / 2), SECOND_MS, neverAborted)).toBe(1);
    expect((await readPrices()).stored).toBe(25_000);
  });

  test('begins immediately without a start time, and restores the old sale prices when somebody ends it', async () => {
    const { shop, planSale, readDetails, readProductId, readAuditEntries } = await setUp();
    await planSale('test-kurta', ['1200', '1300'], {});
    const readSalePrices = async () =>
      (await readDetails('test-kurta')).variants.map(({ salePricePaise }) => salePricePaise);
    expect(await readSalePrices()).toEqual([120_000, 130_000]);
    // During the sale, the first variant gets a different price, and the second leaves the sale.
    await planSale('test-kurta', ['1100', ''], {});
    expect(await readSalePrices()).toEqual([110_000, undefined]);
    const { version } = await readDetails('test-kurta');
    const id = await readProductId('test-kurta');
    await runAs(ASHA, () => endSale(shop, { id, version }));
    expect(await readSalePrices()).toEqual([149_950, undefined]);
    await expect(runAs(ASHA, () => endSale(shop, { id, version }))).rejects.toMatchObject({ code: 'conflict' });
    expect(new Set((await readAuditEntries()).map(({ actor_name }) => actor_name))).toEqual(new Set(['Asha']));
  });

  test('that has not begun can be changed and removed', async () => {
    const { db, shop, clock, planSale, runJob, readDetails, readPrices } = await setUp();
    await planSale('test-scarf', ['250'], TIMES);
    await planSale('test-scarf', ['200'], { ...TIMES, starts_at: '2026-12-02T10:00' });
    clock.at = START;
    expect(await runJob()).toBe(0);
    const { id, version, sale } = await readDetails('test-scarf');
    expect(sale).toMatchObject({ startsAt: START + DAY_MS, endsAt: END, startedAt: null });
    await runAs(ASHA, () => endSale(shop, { id, version }));
    clock.at = START + DAY_MS;
    expect(await runJob()).toBe(0);
    expect((await readPrices()).page).toBe(30_000);
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test.each<[string, string[], { starts_at?: string; ends_at?: string }, string]>([
    ['a price that is not lower', ['300'], TIMES, 'sale[]'],
    ['no price', [''], TIMES, 'sale[]'],
    ['a price that is not an amount', ['cheap'], TIMES, 'sale[]'],
    ['an end in the past', ['250'], { ends_at: '2026-11-01T00:00' }, 'ends_at'],
  ])('is rejected with %s', async (_description, sale, times, field) => {
    const { db, planSale } = await setUp();
    await expect(planSale('test-scarf', sale, times)).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    });
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('is rejected if somebody else has changed the sale in the meantime', async () => {
    const { planSale, readDetails } = await setUp();
    const { version } = await readDetails('test-scarf');
    await planSale('test-scarf', ['250'], TIMES);
    await expect(planSale('test-scarf', ['200'], TIMES, version)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('never begins if its end passed while the shop was stopped', async () => {
    const { db, clock, planSale, runJob, readPrices } = await setUp();
    await planSale('test-scarf', ['250'], TIMES);
    clock.at = END + HOUR_MS;
    expect((await readPrices()).page).toBe(30_000);
    expect(await runJob()).toBe(1);
    expect(await readPrices()).toMatchObject({ page: 30_000, stored: 30_000 });
    expect(await db.write.selectFrom('scheduled_sale').selectAll().execute()).toEqual([]);
  });

  test('for many products can be planned, started and undone in bulk', async () => {
    const { db, shop, clock, runJob } = await setUp();
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      ...Array.from({ length: 12 }, (_, n) => oneProduct(`kurta-${n}`, 1_000)),
    ]);
    const rows = await db.write.selectFrom('product').select('id').where('slug', 'like', 'kurta-%').execute();
    const chosen: BulkActionRequest['chosen'] = { products: rows.map(({ id }) => id) };
    const runToEnd = async (id: string) => {
      await runAs(ASHA, () => startBulkAction(shop, id));
      await runBulkActions(shop, neverAborted);
      return (await readProductBulkAction(db, id)).counts;
    };
    const times = { startsAt: START, endsAt: END };
    const id = await planBulkAction(shop, {
      change: { action: 'sale', percent: 20, rounding: 'ninety_nine', ...times },
      chosen,
    });
    expect(await runToEnd(id)).toEqual({ waiting: 0, done: 12, failed: 0 });
    const readPrice = async () => (await showProduct(db, 'kurta-3', clock.at))?.minPaise;
    expect(await readPrice()).toBe(100_000);
    clock.at = START;
    expect(await runJob()).toBe(12);
    expect(await readPrice()).toBe(79_900);
    // A second sale is rejected, and the first sale can be undone while it is active.
    const secondId = await planBulkAction(shop, {
      change: { action: 'sale', percent: 30, rounding: 'rupee', ...times },
      chosen,
    });
    expect((await readProductBulkAction(db, secondId)).counts).toEqual({ waiting: 0, done: 0, failed: 12 });
    expect(await runToEnd(await planUndo(shop, id))).toEqual({ waiting: 0, done: 12, failed: 0 });
    expect(await readPrice()).toBe(100_000);
    const endedTimes = { ...times, endsAt: START };
    const planEndedSale = planBulkAction(shop, {
      change: { action: 'sale', percent: 20, rounding: 'rupee', ...endedTimes },
      chosen,
    });
    await expect(planEndedSale).rejects.toMatchObject({ code: 'invalid' });
  });
});

test.each([
  [{ starts_at: '2026-12-05T00:00', ends_at: '2026-12-01T10:00' }, 'ends_at'],
  [{ starts_at: 'tomorrow' }, 'starts_at'],
])('the sale form rejects the times %o with an error at the right field', (times, field) => {
  const { error } = SALE_FORM.safeParse({ id: '1', version: '1', 'variant[]': '1', 'sale[]': '250', ...times });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
