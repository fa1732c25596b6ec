import pino from 'pino';
import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { cancelWave, orderWaves } from '#lib/sales/orders/order-waves.server.ts';
import { confirmOrderCode, requestOrderCode } from '#lib/sales/orders/verify-mailbox.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, SCARF, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { setOwnerEmail } from '#support/set-owner-email.ts';

const LIVE_SETTINGS = readSettings({
  SHOP_MODE: 'live',
  SITE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'shop@shop.example',
  SECRET_KEY: 'k'.repeat(40),
});
const PRODUCT_COUNT = 100;

onBothEngines('cash orders from unverified mailboxes', (open) => {
  async function setUp(cash: Partial<typeof LIVE_SETTINGS.holds.cash> = {}) {
    const db = await open();
    const goods = Array.from({ length: PRODUCT_COUNT }, (_, n) => ({
      ...SCARF,
      slug: `scarf-${n}`,
      variants: [{ sku: `S${n}`, price: 300, quantity: 20, hsn: '6214' }],
    }));
    await saveCatalogueBatch(db, goods, new Map());
    const { shop: baseShop, ...rest } = orderFixture(db, undefined, LIVE_SETTINGS);
    const holds = { ...LIVE_SETTINGS.holds, cash: { ...LIVE_SETTINGS.holds.cash, ...cash } };
    const shop = { ...baseShop, settings: { ...LIVE_SETTINGS, holds }, log: pino({ level: 'silent' }) };
    baseShop.settings.holds = holds;
    let buyerCount = 0;
    interface OrderOptions {
      network?: string;
      email?: string;
      customerId?: string;
      mailboxToken?: string;
      quantity?: number;
      payment?: 'cod' | 'test';
    }
    const placeOrder = async (slug: string, options: OrderOptions = {}) => {
      buyerCount += 1;
      const {
        network = `198.51.${buyerCount % 250}.${Math.floor(buyerCount / 250)}`,
        customerId,
        mailboxToken,
      } = options;
      const email = options.email ?? `invented${buyerCount}@example.in`;
      const cart = customerId === undefined ? {} : { customerId };
      const item = { product: slug, quantity: options.quantity ?? 1, variant: await variantOf(db, slug) };
      const { token } = await addToCart(shop, cart, item);
      const owner = { ...cart, token, mailboxToken, networks: networksOf(network) };
      return rest.place(owner, { contact: { email, mobile: '9876543210' }, payment: options.payment ?? 'cod' });
    };
    const countHeld = async () => {
      const lines = await db.write.selectFrom('order_line').select('variant_id').execute();
      return { lines: lines.length, variants: new Set(lines.map(({ variant_id }) => variant_id)).size };
    };
    return { ...rest, db, shop, placeOrder, countHeld };
  }

  const UNVERIFIED = { code: 'unverified' };

  test('from eight networks in one /48 hold at most half of the shop’s limit', async () => {
    const { placeOrder, countHeld } = await setUp({ lines: 12 });
    const refusals: unknown[] = [];
    for (let n = 0; n < PRODUCT_COUNT; n++) {
      await placeOrder(`scarf-${n}`, { network: `2001:db8:1:${n % 8}::${n + 1}` }).catch((error) =>
        refusals.push(error),
      );
    }
    // The maximum is half of the shop’s limit of twelve lines, which is more than a tenth of its variants.
    expect((await countHeld()).variants).toBe(6);
    expect(refusals).toHaveLength(PRODUCT_COUNT - 6);
    expect(refusals[0]).toMatchObject(UNVERIFIED);
  });

  test('from a botnet hold at most a tenth of the variants per hour, and three tenths per day', async () => {
    const { placeOrder, countHeld, stock, clock } = await setUp({ lines: 8 });
    const placedByHour = [];
    for (let hour = 0; hour < 5; hour++) {
      let placedCount = 0;
      for (let n = 0; n < 20; n++)
        await placeOrder(`scarf-${(hour * 20 + n) % PRODUCT_COUNT}`).then(
          () => placedCount++,
          () => undefined,
        );
      placedByHour.push(placedCount);
      clock.at += HOUR_MS;
    }
    expect(placedByHour).toEqual([10, 10, 10, 0, 0]);
    expect(await countHeld()).toEqual({ lines: 30, variants: 30 });
    const remainingPieces = Object.values(await stock()).reduce((sum, { stock: pieces }) => sum + pieces, 0);
    expect(remainingPieces).toBe(PRODUCT_COUNT * 20 - 30);
  });

  test('for one variant hold at most half of its stock or five pieces, whichever is more', async () => {
    const { placeOrder, stock, db } = await setUp();
    for (let n = 0; n < 10; n++) await placeOrder('scarf-1');
    await expect(placeOrder('scarf-1')).rejects.toMatchObject(UNVERIFIED);
    await expect(placeOrder('scarf-2', { quantity: 11 })).rejects.toMatchObject(UNVERIFIED);
    expect((await stock())['scarf-2']?.stock).toBe(20);
    await db.write.updateTable('variant').set({ quantity: 5 }).where('sku', '=', 'S3').execute();
    for (let n = 0; n < 5; n++) await placeOrder('scarf-3');
    expect((await stock())['scarf-3']?.stock).toBe(0);
  });

  test('are accepted without a code, up to sixty per hour, in a small shop with the default settings', async () => {
    const { placeOrder, clock } = await setUp();
    for (let hour = 0; hour < 3; hour++) {
      for (let n = 0; n < 60; n++) await placeOrder(`scarf-${n}`);
      clock.at += HOUR_MS;
    }
  });

  test('can’t exceed the limit together if they are placed concurrently', async () => {
    const { placeOrder, countHeld } = await setUp({ lines: 10 });
    const orders = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => placeOrder(`scarf-${n}`)));
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const result of orders) if (result.status === 'rejected') expect(result.reason).toMatchObject(UNVERIFIED);
    expect((await countHeld()).lines).toBe(10);
  });

  test('do not limit verified addresses of customers, orders paid online, or verified mailboxes', async () => {
    const { placeOrder, db, shop, mails } = await setUp({ lines: 2, catalogueShare: 1 });
    await placeOrder('scarf-0');
    await placeOrder('scarf-1');
    await expect(placeOrder('scarf-2')).rejects.toMatchObject(UNVERIFIED);
    await placeOrder('scarf-3', { email: 'asha@example.in', customerId: await newCustomer(db, 'asha@example.in') });
    const otherCustomerId = await newCustomer(db, 'bina@example.in');
    await expect(
      placeOrder('scarf-4', { email: 'not-bina@example.in', customerId: otherCustomerId }),
    ).rejects.toMatchObject(UNVERIFIED);
    await placeOrder('scarf-5', { payment: 'test' });
    const refusal = await placeOrder('scarf-2').catch((error) => error);
    const token = await requestOrderCode(shop, { email: 'cara@example.in', form: { a: 1 }, refusal });
    const code = /\d{4,8}/.exec((await mails('code'))[0]?.subject ?? '')?.[0] ?? '';
    await expect(confirmOrderCode(shop, { token, code: code === '0000' ? '1111' : '0000' })).rejects.toMatchObject({
      code: 'invalid',
    });
    const { mailboxToken, form } = await confirmOrderCode(shop, { token, code });
    expect(form).toEqual({ a: 1 });
    await placeOrder('scarf-6', { email: 'cara@example.in', mailboxToken });
    await expect(placeOrder('scarf-7', { email: 'dora@example.in', mailboxToken })).rejects.toMatchObject(UNVERIFIED);
    await expect(placeOrder('scarf-7', { email: 'cara@example.in' })).rejects.toMatchObject(UNVERIFIED);
  });

  test('include unpaid orders that are changed to cash', async () => {
    const { placeOrder, db, shop } = await setUp({ lines: 2, catalogueShare: 1 });
    const { id } = await placeOrder('scarf-1', { payment: 'test' });
    await placeOrder('scarf-2');
    await placeOrder('scarf-3');
    await expect(switchToCashOnDelivery(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    const unchangedOrder = await db.write
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(unchangedOrder).toMatchObject({ order_status: 'pending', payment_method: 'test', stock_held: 1 });
  });

  test('cause one email to the owner, who can list the waves and cancel one except for shipped orders', async () => {
    const { placeOrder, db, shop, stock, mails, clock } = await setUp({ lines: 6 });
    await setOwnerEmail(shop);
    const realOrder = await placeOrder('scarf-50', { network: '203.0.113.1' });
    for (let n = 0; n < 3; n++) await placeOrder(`scarf-${n}`, { network: `2001:db8:1:${n}::1` });
    const refusal = await placeOrder('scarf-60', { quantity: 11 }).catch((error) => error);
    for (let n = 0; n < 3; n++) await requestOrderCode(shop, { email: `a${n}@example.in`, refusal });
    const ownerMails = await mails('owner_orderWave');
    expect(ownerMails).toHaveLength(1);
    expect(ownerMails[0]?.text).toContain('4 cash orders');
    expect(ownerMails[0]?.text).toContain('orders cancel-wave');
    const waves = await orderWaves(db, clock.at, HOUR_MS);
    expect(waves.map(({ orders }) => orders.length)).toEqual([3, 1]);
    expect(waves[1]?.orders[0]?.number).toBe(realOrder.number);
    const [, shippedOrder] = waves[0]?.orders ?? [];
    if (shippedOrder)
      await moveOrder(shop, shippedOrder.id, 'processing').then(() => moveOrder(shop, shippedOrder.id, 'shipped'));
    expect(await cancelWave(shop, waves[0]?.orders ?? [], 'Not real')).toEqual([shippedOrder?.number]);
    const stockBySlug = await stock();
    expect([0, 1, 2].map((n) => stockBySlug[`scarf-${n}`]?.stock).sort()).toEqual([19, 20, 20]);
    expect(stockBySlug['scarf-50']?.stock).toBe(19);
    // Cancelled orders no longer count towards the limit.
    for (let n = 10; n < 13; n++) await placeOrder(`scarf-${n}`, { network: `2001:db8:1:${n}::1` });
  });
});
