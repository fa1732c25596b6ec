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

const LIVE = readSettings({
  SHOP_MODE: 'live',
  SITE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'shop@shop.example',
  SECRET_KEY: 'k'.repeat(40),
});
const PRODUCTS = 100;

onBothEngines('cash orders from unverified mailboxes', (open) => {
  async function fixture(cash: Partial<typeof LIVE.holds.cash> = {}) {
    const db = await open();
    const goods = Array.from({ length: PRODUCTS }, (_, n) => ({
      ...SCARF,
      slug: `scarf-${n}`,
      variants: [{ sku: `S${n}`, price: 300, quantity: 20, hsn: '6214' }],
    }));
    await saveCatalogueBatch(db, goods, new Map());
    const { shop: baseShop, ...rest } = orderFixture(db, undefined, LIVE);
    const holds = { ...LIVE.holds, cash: { ...LIVE.holds.cash, ...cash } };
    const shop = { ...baseShop, settings: { ...LIVE, holds }, log: pino({ level: 'silent' }) };
    baseShop.settings.holds = holds;
    let buyers = 0;
    interface OrderOptions {
      network?: string;
      email?: string;
      customerId?: string;
      mailboxToken?: string;
      quantity?: number;
      payment?: 'cod' | 'test';
    }
    const order = async (slug: string, options: OrderOptions = {}) => {
      buyers += 1;
      const { network = `198.51.${buyers % 250}.${Math.floor(buyers / 250)}`, customerId, mailboxToken } = options;
      const email = options.email ?? `invented${buyers}@example.in`;
      const cart = customerId === undefined ? {} : { customerId };
      const item = { product: slug, quantity: options.quantity ?? 1, variant: await variantOf(db, slug) };
      const { token } = await addToCart(shop, cart, item);
      const owner = { ...cart, token, mailboxToken, networks: networksOf(network) };
      return rest.place(owner, { contact: { email, mobile: '9876543210' }, payment: options.payment ?? 'cod' });
    };
    const held = async () => {
      const lines = await db.write.selectFrom('order_line').select('variant_id').execute();
      return { lines: lines.length, variants: new Set(lines.map(({ variant_id }) => variant_id)).size };
    };
    return { ...rest, db, shop, order, held };
  }

  const UNVERIFIED = { code: 'unverified' };

  test('from eight networks of one /48 hold at most half of the shop’s limit', async () => {
    const { order, held } = await fixture({ lines: 12 });
    const refused: unknown[] = [];
    for (let n = 0; n < PRODUCTS; n++) {
      await order(`scarf-${n}`, { network: `2001:db8:1:${n % 8}::${n + 1}` }).catch((error) => refused.push(error));
    }
    // Half of twelve lines, the limit of the shop, which is more than a tenth of its variants.
    expect((await held()).variants).toBe(6);
    expect(refused).toHaveLength(PRODUCTS - 6);
    expect(refused[0]).toMatchObject(UNVERIFIED);
  });

  test('of a botnet hold at most a tenth of the variants an hour, and three tenths a day', async () => {
    const { order, held, stock, clock } = await fixture({ lines: 8 });
    const placedByHour = [];
    for (let hour = 0; hour < 5; hour++) {
      let placed = 0;
      for (let n = 0; n < 20; n++)
        await order(`scarf-${(hour * 20 + n) % PRODUCTS}`).then(
          () => placed++,
          () => undefined,
        );
      placedByHour.push(placed);
      clock.at += HOUR_MS;
    }
    expect(placedByHour).toEqual([10, 10, 10, 0, 0]);
    expect(await held()).toEqual({ lines: 30, variants: 30 });
    const left = Object.values(await stock()).reduce((sum, { stock: pieces }) => sum + pieces, 0);
    expect(left).toBe(PRODUCTS * 20 - 30);
  });

  test('for one variant hold at most half of the stock, or five pieces', async () => {
    const { order, stock, db } = await fixture();
    for (let n = 0; n < 10; n++) await order('scarf-1');
    await expect(order('scarf-1')).rejects.toMatchObject(UNVERIFIED);
    await expect(order('scarf-2', { quantity: 11 })).rejects.toMatchObject(UNVERIFIED);
    expect((await stock())['scarf-2']?.stock).toBe(20);
    await db.write.updateTable('variant').set({ quantity: 5 }).where('sku', '=', 'S3').execute();
    for (let n = 0; n < 5; n++) await order('scarf-3');
    expect((await stock())['scarf-3']?.stock).toBe(0);
  });

  test('a small shop with the defaults takes sixty orders an hour without a code', async () => {
    const { order, clock } = await fixture();
    for (let hour = 0; hour < 3; hour++) {
      for (let n = 0; n < 60; n++) await order(`scarf-${n}`);
      clock.at += HOUR_MS;
    }
  });

  test('placed concurrently can’t exceed the limit together', async () => {
    const { order, held } = await fixture({ lines: 10 });
    const orders = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => order(`scarf-${n}`)));
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const result of orders) if (result.status === 'rejected') expect(result.reason).toMatchObject(UNVERIFIED);
    expect((await held()).lines).toBe(10);
  });

  test('a customer’s own address, an order paid online and a mailbox verified by a code are not limited', async () => {
    const { order, db, shop, mails } = await fixture({ lines: 2, catalogueShare: 1 });
    await order('scarf-0');
    await order('scarf-1');
    await expect(order('scarf-2')).rejects.toMatchObject(UNVERIFIED);
    await order('scarf-3', { email: 'asha@example.in', customerId: await newCustomer(db, 'asha@example.in') });
    const other = await newCustomer(db, 'bina@example.in');
    await expect(order('scarf-4', { email: 'not-bina@example.in', customerId: other })).rejects.toMatchObject(
      UNVERIFIED,
    );
    await order('scarf-5', { payment: 'test' });
    const refusal = await order('scarf-2').catch((error) => error);
    const token = await requestOrderCode(shop, { email: 'cara@example.in', form: { a: 1 }, refusal });
    const code = /\d{4,8}/.exec((await mails('code'))[0]?.subject ?? '')?.[0] ?? '';
    await expect(confirmOrderCode(shop, { token, code: '0000' === code ? '1111' : '0000' })).rejects.toMatchObject({
      code: 'invalid',
    });
    const { mailboxToken, form } = await confirmOrderCode(shop, { token, code });
    expect(form).toEqual({ a: 1 });
    await order('scarf-6', { email: 'cara@example.in', mailboxToken });
    await expect(order('scarf-7', { email: 'dora@example.in', mailboxToken })).rejects.toMatchObject(UNVERIFIED);
    await expect(order('scarf-7', { email: 'cara@example.in' })).rejects.toMatchObject(UNVERIFIED);
  });

  test('an unpaid order changed to cash is limited too', async () => {
    const { order, db, shop } = await fixture({ lines: 2, catalogueShare: 1 });
    const { id } = await order('scarf-1', { payment: 'test' });
    await order('scarf-2');
    await order('scarf-3');
    await expect(switchToCashOnDelivery(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    const after = await db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(after).toMatchObject({ order_status: 'pending', payment_method: 'test', stock_held: 1 });
  });

  test('the owner is notified once, lists the waves, and cancels one, except shipped orders', async () => {
    const { order, db, shop, stock, mails, clock } = await fixture({ lines: 6 });
    await setOwnerEmail(shop);
    const real = await order('scarf-50', { network: '203.0.113.1' });
    for (let n = 0; n < 3; n++) await order(`scarf-${n}`, { network: `2001:db8:1:${n}::1` });
    const refusal = await order('scarf-60', { quantity: 11 }).catch((error) => error);
    for (let n = 0; n < 3; n++) await requestOrderCode(shop, { email: `a${n}@example.in`, refusal });
    const ownerMails = await mails('owner_orderWave');
    expect(ownerMails).toHaveLength(1);
    expect(ownerMails[0]?.text).toContain('4 cash orders');
    expect(ownerMails[0]?.text).toContain('orders cancel-wave');
    const waves = await orderWaves(db, clock.at, HOUR_MS);
    expect(waves.map(({ orders }) => orders.length)).toEqual([3, 1]);
    expect(waves[1]?.orders[0]?.number).toBe(real.number);
    const [, shipped] = waves[0]?.orders ?? [];
    if (shipped) await moveOrder(shop, shipped.id, 'processing').then(() => moveOrder(shop, shipped.id, 'shipped'));
    expect(await cancelWave(shop, waves[0]?.orders ?? [], 'Not real')).toEqual([shipped?.number]);
    const all = await stock();
    expect([0, 1, 2].map((n) => all[`scarf-${n}`]?.stock).sort()).toEqual([19, 20, 20]);
    expect(all['scarf-50']?.stock).toBe(19);
    // Cancelled orders no longer count.
    for (let n = 10; n < 13; n++) await order(`scarf-${n}`, { network: `2001:db8:1:${n}::1` });
  });
});
