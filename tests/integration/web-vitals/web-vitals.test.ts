import { expect, test } from 'vitest';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { vitalsByDay, vitalsByPage } from '#lib/shop/web-vitals/read-vitals.server.ts';
import { deleteOldVitals, recordVitals, saveVitals } from '#lib/shop/web-vitals/record-vitals.server.ts';
import { onBothEngines } from '#support/database.ts';

const PHONE_PRODUCT = { page: 'product', device: 'phone' } as const;

onBothEngines('web vitals', (open) => {
  async function setUp() {
    const clock = { at: Date.parse('2026-11-28T12:00:00+05:30') };
    const shop = { db: await open(), now: () => clock.at };
    let visitorCount = 0;
    const recordView = (
      vitals: Parameters<typeof recordVitals>[1]['vitals'],
      networks = networksOf(`203.0.113.${++visitorCount}`),
    ) => recordVitals(shop, { ...PHONE_PRODUCT, vitals, networks });
    return { shop, clock, recordView };
  }

  test('are added up by Indian calendar day, page type and device, over several saves', async () => {
    const { shop, clock, recordView } = await setUp();
    recordView({ LCP: 1_000, CLS: 0 });
    await saveVitals(shop);
    recordView({ LCP: 3_000 });
    recordView({ LCP: 3_000, INP: 80 });
    await saveVitals(shop);
    clock.at += DAY_MS;
    recordView({ LCP: 9_000 });
    await saveVitals(shop);
    const days = await vitalsByDay(shop.db, PHONE_PRODUCT, '2026-11-28');
    expect([...days].map(([day, { LCP, INP, CLS }]) => [day, LCP?.views, INP?.views, CLS?.views])).toEqual([
      ['2026-11-29', 1, undefined, undefined],
      ['2026-11-28', 3, 1, 1],
    ]);
    const product = (await vitalsByPage(shop.db, 'phone', '2026-11-28')).get('product');
    expect(product?.LCP?.views).toBe(4);
    expect(product?.LCP?.p50).toBeGreaterThan(2_700);
    expect(product?.LCP?.p50).toBeLessThan(3_300);
    expect((await vitalsByPage(shop.db, 'large', '2026-11-28')).size).toBe(0);
    expect((await vitalsByPage(shop.db, 'phone', '2026-11-30')).size).toBe(0);
  });

  test('are deleted after 90 days', async () => {
    const { shop, clock, recordView } = await setUp();
    const countViews = async () => (await vitalsByPage(shop.db, 'phone', '2026-01-01')).get('product')?.TTFB?.views;
    recordView({ TTFB: 100 });
    await saveVitals(shop);
    clock.at += 90 * DAY_MS;
    recordView({ TTFB: 100 });
    await saveVitals(shop);
    await deleteOldVitals(shop);
    expect(await countViews()).toBe(2);
    clock.at += DAY_MS;
    await deleteOldVitals(shop);
    expect(await countViews()).toBe(1);
  });

  test('are rejected from a network that sends too many, but still counted for others', async () => {
    const { shop, recordView } = await setUp();
    const busyNetwork = networksOf('198.51.100.7');
    for (let n = 0; n < 30; n++) recordView({ LCP: 1 }, busyNetwork);
    expect(() => recordView({ LCP: 1 }, busyNetwork)).toThrow(
      expect.toSatisfy((error) => isShopError(error, 'too_many')),
    );
    recordView({ LCP: 1 });
    await saveVitals(shop);
    expect((await vitalsByPage(shop.db, 'phone', '2026-01-01')).get('product')?.LCP?.views).toBe(31);
  });
});
