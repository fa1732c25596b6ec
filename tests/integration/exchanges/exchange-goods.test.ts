import { expect, test } from 'vitest';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { ExchangeInput } from '#lib/sales/exchanges/exchange.schema.ts';
import {
  approveExchange,
  declineExchange,
  deliverExchange,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { exchangeableLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { exchangesOfOrder } from '#lib/sales/exchanges/exchanges-of-order.server.ts';
import { exchangeDetails, exchangesForAdmin } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { latestExchange } from '#support/latest-exchange.ts';
import { orderFixture } from '#support/order-fixture.ts';

const BODY = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
/** A file store that is not used, because these requests have no pictures. */
const NO_FILES = {} as FileStore;

onBothEngines('an exchange for other items', (open) => {
  /**
   * Creates a delivered order of two kurtas in M and two metres of cloth. Two kurtas in L are in stock at the same
   * price.
   */
  async function setUpDeliveredOrder() {
    const db = await open();
    await stockGoods(db);
    await db.write
      .updateTable('variant')
      .set({ quantity: 2, sale_price_paise: 149_950 })
      .where('sku', '=', 'TK-L')
      .execute();
    const fixture = orderFixture(db);
    const customerId = await newCustomer(db, 'asha@example.in');
    const placedOrder = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2]));
    await db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', placedOrder.id).execute();
    const order = await moveOrder(fixture.shop, placedOrder.id, 'delivered');
    const shop = { ...fixture.shop, files: NO_FILES };
    const readId = async (sku: string) => {
      const { id } = await db.write.selectFrom('variant').select('id').where('sku', '=', sku).executeTakeFirstOrThrow();
      return String(id);
    };
    const submitRequest = (lines: ExchangeInput['lines'], overrides: Partial<ExchangeInput> = {}) =>
      requestExchange(shop, { customerId }, { ...BODY, ...overrides, order: order.id, lines }, []);
    const readQuantities = async () => {
      const rows = await db.write.selectFrom('variant').select(['sku', 'quantity']).execute();
      return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]));
    };
    const setPrice = (sku: string, price_paise: number) =>
      db.write.updateTable('variant').set({ price_paise, sale_price_paise: null }).where('sku', '=', sku).execute();
    return { ...fixture, shop, db, order, number: order.number, submitRequest, readId, readQuantities, setPrice };
  }

  test('offers the same item and others in stock at the same price', async () => {
    const { db, order, setPrice } = await setUpDeliveredOrder();
    const [kurta, cloth] = await exchangeableLines(db.write, order.id);
    expect(kurta).toMatchObject({ line: 0, remainingQuantity: 2, hasOtherPrices: false });
    expect(kurta?.options.map(({ label, isOrderedVariant }) => [label, isOrderedVariant])).toEqual([
      ['Rust/M', true],
      ['Rust/L', false],
    ]);
    expect(cloth).toMatchObject({ remainingQuantity: 200, options: [{ isOrderedVariant: true }] });
    await setPrice('TK-L', 249_900);
    const [kurtaAtNewPrice] = await exchangeableLines(db.write, order.id);
    expect(kurtaAtNewPrice).toMatchObject({ options: [{ isOrderedVariant: true }], hasOtherPrices: true });
  });

  test('is requested, approved, received, shipped and delivered, with the right stock at each step', async () => {
    const { shop, db, order, number, submitRequest, readId, readQuantities, mails } = await setUpDeliveredOrder();
    const quantitiesBefore = await readQuantities();
    await submitRequest([{ line: 0, quantity: 1, replacement: await readId('TK-L') }]);
    expect(await readQuantities(), 'no stock is held before the approval').toEqual(quantitiesBefore);
    await approveExchange(shop, number);
    expect(await readQuantities()).toEqual({ ...quantitiesBefore, 'TK-L': 1 });
    const approvalMail = (await mails('exchange')).at(-1)?.text ?? '';
    for (const text of ['Send it to: ', 'Karkhana Lane', '5 December 2026', number, 'Rust/L', '/orders/track/'])
      expect(approvalMail).toContain(text);
    const { goods } = await exchangeDetails(shop, await latestExchange(shop, number));
    expect(goods[0]).toMatchObject({ sku: 'TK-M', new_sku: 'TK-L', exchanged_quantity: 1 });
    await expect(shipExchange(shop, number, {}), 'the old items must be received first').rejects.toMatchObject({
      code: 'conflict',
    });
    await receiveExchange(shop, number, false);
    expect(await readQuantities()).toEqual({
      ...quantitiesBefore,
      'TK-M': (quantitiesBefore['TK-M'] ?? 0) + 1,
      'TK-L': 1,
    });
    expect(await exchangesForAdmin(shop, 'received'), 'exchanges to be packed').toHaveLength(1);
    const parcel = { carrier: 'India Post', trackingNumber: 'EX1IN', trackingUrl: 'https://post.example/EX1IN' };
    await shipExchange(shop, number, parcel);
    expect(await exchangesForAdmin(shop, 'received')).toHaveLength(0);
    expect((await mails('exchange')).at(-1)?.text).toMatch(/on their way[\s\S]*India Post[\s\S]*EX1IN/);
    await expect(declineExchange(shop, number, 'Too late')).rejects.toMatchObject({ code: 'conflict' });
    await deliverExchange(shop, number);
    await expect(deliverExchange(shop, number)).rejects.toMatchObject({ code: 'conflict' });
    for (const { text } of await mails('exchange')) expect(text).toContain('/orders/track/');
    const events = await db.write.selectFrom('order_event').select('kind').where('order_id', '=', order.id).execute();
    expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('exchange'))).toEqual([
      'exchange_requested',
      'exchange_approved',
      'exchange_received',
      'exchange_shipped',
      'exchange_delivered',
    ]);
  });

  test('is possible once for each piece, and for cloth only in the length that was cut', async () => {
    const { shop, db, order, number, submitRequest, readId, clock } = await setUpDeliveredOrder();
    const largeKurta = await readId('TK-L');
    const cloth = await readId('TC');
    const expectInvalid = async (lines: NonNullable<ExchangeInput['lines']>) =>
      expect(submitRequest(lines)).rejects.toMatchObject({ code: 'invalid' });
    await expectInvalid([{ line: 0, quantity: 3, replacement: largeKurta }]);
    await expectInvalid([{ line: 0, quantity: 1.5, replacement: largeKurta }]);
    await expectInvalid([{ line: 7, quantity: 1, replacement: largeKurta }]);
    await expectInvalid([{ line: 0, quantity: 1, replacement: cloth }]);
    await expectInvalid([{ line: 1, quantity: 1, replacement: cloth }]);
    await expectInvalid([
      { line: 0, quantity: 1, replacement: largeKurta },
      { line: 0, quantity: 1, replacement: largeKurta },
    ]);
    expect(await exchangesForAdmin(shop, undefined), 'no exchange is stored').toEqual([]);
    await submitRequest([
      { line: 0, quantity: 1, replacement: largeKurta },
      { line: 1, quantity: 2, replacement: cloth },
    ]);
    await approveExchange(shop, number);
    await receiveExchange(shop, number, false);
    expect(await exchangeableLines(db.write, order.id)).toMatchObject([{ line: 0, remainingQuantity: 1 }]);
    clock.at += 1_000;
    await expectInvalid([{ line: 0, quantity: 2, replacement: largeKurta }]);
    await submitRequest([{ line: 0, replacement: largeKurta }]);
    // The first exchange has not been packed yet. Each step applies to the exchange that is ready for the step.
    await shipExchange(shop, number, {});
    await approveExchange(shop, number);
    await deliverExchange(shop, number);
    expect((await exchangeDetails(shop, await latestExchange(shop, number))).goods[0]).toMatchObject({
      exchanged_quantity: 1,
    });
  });

  test('is not offered for a returned item; an exchanged item can’t be returned', async () => {
    const { shop, db, order, number, submitRequest, readId, readQuantities } = await setUpDeliveredOrder();
    await recordReturn(shop, order.id, { lines: [{ position: 1, quantity: 200 }] });
    expect(await exchangeableLines(db.write, order.id)).toMatchObject([{ line: 0, remainingQuantity: 2 }]);
    await submitRequest([{ line: 0, quantity: 1, replacement: await readId('TK-L') }]);
    await approveExchange(shop, number);
    const quantitiesBefore = await readQuantities();
    await expect(recordReturn(shop, order.id)).rejects.toThrow('Test Kurta of this order was exchanged');
    expect(await readQuantities()).toEqual(quantitiesBefore);
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    expect(await readQuantities()).toEqual({ ...quantitiesBefore, 'TK-M': (quantitiesBefore['TK-M'] ?? 0) + 1 });
    await expect(recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('is rejected for items at another price on request, and on approval if the price has risen since', async () => {
    const { shop, number, submitRequest, readId, setPrice, readQuantities } = await setUpDeliveredOrder();
    await setPrice('TK-L', 249_900);
    const lines = [{ line: 0, quantity: 1, replacement: await readId('TK-L') }];
    await expect(submitRequest(lines)).rejects.toThrow(/₹2,499\.00.*₹1,499\.50.*new order/);
    await setPrice('TK-L', 99_900);
    await expect(submitRequest(lines)).rejects.toThrow(/₹999\.00.*can't refund/);
    await setPrice('TK-L', 149_950);
    await submitRequest(lines);
    await setPrice('TK-L', 249_900);
    const quantitiesBefore = await readQuantities();
    await expect(approveExchange(shop, number)).rejects.toThrow('₹2,499.00');
    expect(await readQuantities()).toEqual(quantitiesBefore);
    expect(await exchangesForAdmin(shop, 'requested')).toHaveLength(1);
  });

  test('is not approved for items that were sold in the meantime; the alternatives are named', async () => {
    const { shop, db, number, submitRequest, readId } = await setUpDeliveredOrder();
    await submitRequest([{ line: 0, quantity: 2, replacement: await readId('TK-L') }]);
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TK-L').execute();
    await expect(approveExchange(shop, number)).rejects.toThrow(
      /no longer enough of Test Kurta \(Rust\/L\).*: TK-M Rust\/M/,
    );
    await approveExchange(shop, number, new Map([['TK-M', 'TK-M']]));
  });

  test('that leaves the choice to the shop requires the owner to choose, and shows what was chosen', async () => {
    const { shop, order, number, submitRequest, readQuantities } = await setUpDeliveredOrder();
    const quantitiesBefore = await readQuantities();
    await submitRequest([{ line: 0, quantity: 1, replacement: null }]);
    await expect(approveExchange(shop, number)).rejects.toThrow('--swap TK-M=NEW');
    await approveExchange(shop, number, new Map([['TK-M', 'TK-L']]));
    expect(await readQuantities()).toEqual({ ...quantitiesBefore, 'TK-L': 1 });
    const { exchanges } = await exchangesOfOrder(shop, order, undefined);
    expect(exchanges[0]?.goods).toEqual([{ oldItem: '1 × Test Kurta (Rust/M)', replacement: 'Test Kurta (Rust/L)' }]);
    expect(exchanges[0]?.returnInstructions.map(({ label }) => label)).toContain('By when');
    await declineExchange(shop, number, 'It was washed.');
    expect(await readQuantities()).toEqual(quantitiesBefore);
  });

  test('is no longer offered after the exchange period has ended', async () => {
    const { shop, order, clock } = await setUpDeliveredOrder();
    expect(await exchangesOfOrder(shop, order, undefined)).toMatchObject({ isWindowOver: false, lines: [{}, {}] });
    clock.at += 8 * DAY_MS;
    expect(await exchangesOfOrder(shop, order, undefined)).toMatchObject({
      isWindowOver: true,
      lines: [],
      exchanges: [],
    });
  });
});
