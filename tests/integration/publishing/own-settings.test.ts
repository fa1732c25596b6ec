import { expect, test } from 'vitest';
import { changesOf, checkTexts, editableText, publish } from '#lib/content/publishing/save-documents.server.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { saveContent } from '#lib/platform/content/own-content.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('the owner’s settings', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const orders = orderFixture(db);
    const createShippedOrder = async () => {
      const order = await orders.place(await orders.cartOf(['test-kurta', 1]));
      await moveOrder(orders.shop, order.id, 'shipped');
      return order;
    };
    const readOrderInvoice = async ({ id }: { id: string }) =>
      (await readInvoice(orders.shop, id, { token: trackToken(orders.shop.secretKey, id) })).document;
    const setSetting = (field: string, value: string) => setFields(orders.shop, SETTINGS, { [field]: value });
    return { db, ...orders, createShippedOrder, readOrderInvoice, setSetting };
  }

  test('leave earlier invoices unchanged, and give the next one the new shop name and number prefix', async () => {
    const { db, clock, createShippedOrder, readOrderInvoice, setSetting } = await setUp();
    const firstOrder = await createShippedOrder();
    clock.at += 1_000;
    await setSetting('name', 'Kora & Kin');
    await setSetting('numbers.order', 'KK');
    await setSetting('numbers.invoice', 'K');
    clock.at += 1_000;
    const secondOrder = await createShippedOrder();
    expect((await readOrderInvoice(firstOrder)).seller[0]).toBe('Taana');
    expect((await readOrderInvoice(firstOrder)).number).toBe('TA/26-27/000001');
    const secondInvoice = await readOrderInvoice(secondOrder);
    expect(secondInvoice).toMatchObject({ number: 'K/26-27/000002', seller: expect.arrayContaining(['Kora & Kin']) });
    expect(secondOrder.number).toBe('KK-2026-000002');
    expect((await findOrder(db, '1')).id).toBe(firstOrder.id);
    expect((await findOrder(db, '2')).id).toBe(secondOrder.id);
    expect((await taxDocumentPdf(secondInvoice)).length).toBeGreaterThan(1_000);
  });

  test('are stored as differences; a field with the demo’s value is not stored', async () => {
    const { db, shop, setSetting } = await setUp();
    await setSetting('address.mobile', '9000000001');
    const ownContent = contentOf(db).ownTexts.get('settings');
    expect(JSON.parse(ownContent?.body ?? '')).toEqual({ address: { mobile: '9000000001' } });
    await setSetting('address.mobile', '9876543210');
    expect(contentOf(db).ownTexts.get('settings')).toMatchObject({ state: 'shipped', version: 2 });
    const text = editableText(SETTINGS, 'settings', db);
    expect(changesOf([{ document: SETTINGS, path: 'settings', text }], shop)).toEqual([]);
  });

  test('are rejected if they are invalid, or if somebody else changes the same text concurrently', async () => {
    const { db, shop, setSetting } = await setUp();
    await expect(setSetting('hours', '"10 to 7"')).rejects.toThrow(/settings\.json:\d+:\d+ hours: must be a list/);
    await expect(setSetting('hour', '[]')).rejects.toThrow('Unknown setting "hour"; did you mean hours?');
    expect(contentOf(db).ownTexts.size).toBe(0);
    const change = { path: 'settings', state: 'own', body: '{}', baseVersion: 0 } as const;
    await saveContent(db, [change], { tags: [], now: shop.now() });
    await expect(saveContent(db, [change], { tags: [], now: shop.now() })).rejects.toThrow('changed by someone else');
  });

  test('ignore and report stored fields that are invalid in a newer version', async () => {
    const { db, shop } = await setUp();
    const body = JSON.stringify({ name: 'Kora & Kin', hours: '10 to 7', gone: true });
    await saveContent(db, [{ path: 'settings', state: 'own', body, baseVersion: 0 }], { tags: [], now: shop.now() });
    const loggedErrors: unknown[] = [];
    await contentOf(db).reload(db, { error: (line: unknown) => loggedErrors.push(line) } as never);
    const settings = contentOf(db).of(SETTINGS);
    expect(settings.name).toBe('Kora & Kin');
    expect(settings.hours[0]).toMatchObject({ days: 'Mon-Sat' });
    expect(JSON.stringify(loggedErrors)).toContain('hours: must be a list');
    expect(contentOf(db).problemsOf(SETTINGS, 'settings')).toHaveLength(2);
  });

  test('for delivery apply the next time the cart is viewed', async () => {
    const { db, shop, cartOf } = await setUp();
    const owner = await cartOf(['test-kurta', 1]);
    const cartBefore = await readCart(shop, owner);
    const text = JSON.stringify({
      freeFromPaise: 100_000_000,
      codMaximumPaise: 1_000_000,
      zones: [{ name: 'All', prefixes: [''], pricePaise: 12_300, days: [4, 8], cod: false, codFeePaise: 0 }],
    });
    const texts = [{ document: DELIVERY, path: 'delivery', text }];
    checkTexts(texts, shop);
    await publish(shop, changesOf(texts, shop));
    const cartAfter = await readCart(shop, owner);
    expect(cartAfter.totals.deliveryPaise).toBe(12_300);
    expect(cartAfter.totals.totalPaise).toBe(cartBefore.totals.subtotalPaise + 12_300);
    expect(contentOf(db).ownTexts.get('delivery')?.version).toBe(1);
  });
});
