import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { countExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import {
  TOO_MANY_FOR_ADDRESS,
  TOO_MANY_FOR_CUSTOMER,
  TOO_MANY_FROM_NETWORK,
} from '#lib/sales/orders/holds/order-budget.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const SETTINGS = { ...readSettings({}), guestOrders: { aDay: 12, anHour: 60 } };

onBothEngines('order limits', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const { cartOf, place, ...rest } = orderFixture(db, undefined, SETTINGS);
    const placeOrder = async (email: string, buyer: { network?: string; customerId?: string } = {}, key?: string) => {
      const { customerId, network } = buyer;
      const goods = { product: 'test-scarf', quantity: 1, variant: await variantOf(db, 'test-scarf') };
      const { token } = await addToCart(rest.shop, customerId === undefined ? {} : { customerId }, goods);
      return place(
        { customerId, token, networks: network === undefined ? undefined : networksOf(network) },
        { contact: { email, mobile: '9876543210' } },
        key,
      );
    };
    return { db, placeOrder, cartOf, place, ...rest };
  }

  test('allow twelve orders a day per mailbox, whatever its spelling; a rejected order takes no stock', async () => {
    const { placeOrder, stock, clock } = await setUp();
    const spellings = ['stranger@gmail.com', 'str.anger@gmail.com', 'stranger+a@gmail.com'];
    for (let n = 0; n < 12; n++) await placeOrder(spellings[n % 3] ?? '', { network: `203.0.113.${n}` });
    const stockBefore = await stock();
    const rejectedOrder = placeOrder('stranger@gmail.com', { network: '203.0.113.99' });
    await expect(rejectedOrder).rejects.toMatchObject({ code: 'too_many', message: TOO_MANY_FOR_ADDRESS });
    expect(await stock()).toEqual(stockBefore);
    await placeOrder('other@gmail.com');
    clock.at += DAY_MS;
    await placeOrder('stranger@gmail.com');
  });

  test('count cancellations as orders, but never reject them', async () => {
    const { shop, placeOrder, stock } = await setUp();
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push((await placeOrder('stranger@example.in')).id);
    for (const id of ids) await cancelOrder(shop, id, 'customer');
    expect((await stock())['test-scarf']?.stock).toBe(50);
    await expect(placeOrder('stranger@example.in')).rejects.toMatchObject({ code: 'too_many' });
  });

  test('don’t count cancellations by the owner', async () => {
    const { shop, placeOrder } = await setUp();
    for (let n = 0; n < 6; n++) await cancelOrder(shop, (await placeOrder('asha@example.in')).id, 'shop');
    for (let n = 0; n < 6; n++) await placeOrder('asha@example.in');
  });

  test('allow sixty orders an hour per network, whatever the email addresses, but don’t affect other networks', async () => {
    const { placeOrder, clock, db } = await setUp();
    await db.write.updateTable('variant').set({ quantity: 200 }).where('sku', '=', 'TS').execute();
    for (let n = 0; n < 60; n++) await placeOrder(`office-${n}@example.in`, { network: '203.0.113.7' });
    const rejectedOrder = placeOrder('office-60@example.in', { network: '203.0.113.7' });
    await expect(rejectedOrder).rejects.toMatchObject({ code: 'too_many', message: TOO_MANY_FROM_NETWORK });
    await placeOrder('office-60@example.in', { network: '203.0.113.8' });
    clock.at += HOUR_MS;
    await placeOrder('office-61@example.in', { network: '203.0.113.7' });
  });

  test('allow 240 orders an hour, four times a network’s limit, for all networks in a /48 together', async () => {
    const { placeOrder, db } = await setUp();
    await db.write.updateTable('variant').set({ quantity: 400 }).where('sku', '=', 'TS').execute();
    let placedCount = 0;
    for (let n = 0; n < 250; n++) {
      const network = `2001:db8:7:${((n % 8) << 8).toString(16)}::${n.toString(16)}`;
      const placement = placeOrder(`invented-${n}@example.in`, { network }).then(() => placedCount++);
      await placement.catch((error) =>
        expect(error).toMatchObject({ code: 'too_many', message: TOO_MANY_FROM_NETWORK }),
      );
    }
    expect(placedCount).toBe(240);
    await placeOrder('neighbour@example.in', { network: '2001:db8:8::1' });
  });

  test('count a repeated order only once, and do not count a failed one', async () => {
    const { placeOrder, cartOf, place } = await setUp();
    const contact = { email: 'asha@example.in', mobile: '9876543210' };
    for (let n = 0; n < 20; n++) {
      await expect(place(await cartOf(['test-scarf', 1]), { contact, total: 1 })).rejects.toThrow(/price/);
    }
    const owner = await cartOf(['test-scarf', 1]);
    const firstOrder = await place(owner, { contact }, 'one-key');
    for (let n = 0; n < 20; n++) expect((await place(owner, { contact }, 'one-key')).id).toBe(firstOrder.id);
    for (let n = 0; n < 11; n++) await placeOrder('asha@example.in');
    await expect(placeOrder('asha@example.in')).rejects.toMatchObject({ code: 'too_many' });
  });

  test('are five times as high for a customer’s verified address, and strangers can’t use them up', async () => {
    const { db, shop, placeOrder } = await setUp();
    await db.write.updateTable('variant').set({ quantity: 200 }).where('sku', '=', 'TS').execute();
    const customerId = await newCustomer(db, 'asha@example.in');
    for (let n = 0; n < 12; n++) await placeOrder('asha@example.in');
    await expect(placeOrder('asha@example.in')).rejects.toMatchObject({ code: 'too_many' });
    const buyer = { customerId, network: '203.0.113.7' };
    for (let n = 0; n < 59; n++) await placeOrder('asha@example.in', buyer);
    const ownOrder = { id: 'an-order', email: 'asha@example.in', customer_id: customerId };
    await countExchange({ ...shop, settings: SETTINGS }, ownOrder, networksOf('203.0.113.7'));
    await expect(placeOrder('asha@example.in', buyer)).rejects.toMatchObject({
      code: 'too_many',
      message: TOO_MANY_FOR_CUSTOMER,
    });
    await expect(
      countExchange({ ...shop, settings: SETTINGS }, ownOrder, networksOf('203.0.113.8')),
    ).rejects.toMatchObject({
      code: 'too_many',
    });
    await placeOrder('typed@example.in', buyer);
  });
});
