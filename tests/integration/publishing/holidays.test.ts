import { expect, test } from 'vitest';
import { merchantFeed, merchantFeedState } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { changesOf, publish } from '#lib/content/publishing/save-documents.server.ts';
import { scheduledContentWatch } from '#lib/operations/jobs/scheduled-content.server.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { latestInvalidationId } from '#lib/platform/db/invalidation.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { cartJson } from '#lib/sales/cart/cart-json.ts';
import { productDelivery } from '#lib/sales/cart/delivery/product-delivery.server.ts';
import { deliveryLocation } from '#lib/sales/cart/delivery-location.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { textOfChunks } from '#support/text-of-chunks.ts';

/** The fixture's clock is set to noon on Saturday, 21 November. */
const CLOSED = { from: '2026-11-21', to: '2026-11-24', message: '' };
const NOTICE = 'We are closed from 21 to 24 November. Orders placed now are packed on 25 November.';
const parseIndiaTime = (time: string) => Date.parse(`${time}+05:30`);

onBothEngines('a holiday', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const preOrder = { pre_order_at: Date.parse('2026-11-23') };
    await db.write.updateTable('variant').set(preOrder).where('sku', '=', 'TK-L').execute();
    const orders = orderFixture(db);
    async function setClosings(...closings: (typeof CLOSED)[]): Promise<void> {
      const texts = [{ document: SETTINGS, path: 'settings', text: JSON.stringify({ closings }) }];
      await publish(orders.shop, changesOf(texts, orders.shop));
      await contentOf(db).reload(db);
    }
    return { db, setClosings, ...orders };
  }

  test('postpones the delivery dates on the product page and in the cart, feed and email, and when pre-orders are due', async () => {
    const { db, shop, setClosings, cartOf, place, mails } = await setUp();
    const readDates = async () => {
      const owner = await cartOf(['test-scarf', 1]);
      const preOrderOwner = await cartOf(['test-kurta', 1, 1]);
      const { lines, arrival } = cartJson(await readCart(shop, preOrderOwner));
      return {
        product: (await productDelivery(shop, '500003', { isPreOrder: false }))?.text,
        cart: cartJson(await readCart(shop, owner)).arrival?.text,
        pincode: (await deliveryLocation(shop, owner, '500003')).delivery.text,
        preOrder: [lines[0]?.pre_order, arrival?.text, (await showProduct(db, 'test-kurta'))?.variants[1]?.preOrderAt],
        feed: /availability_date>(.*?)</.exec(await textOfChunks(merchantFeed({ db, settings: shop.settings })))?.[1],
      };
    };
    const datesBefore = await readDates();
    const feedState = await merchantFeedState({ db, settings: shop.settings });
    expect(datesBefore).toEqual({
      product: expect.stringMatching(/Delivery by Wed 25 Nov\. .* 1–3 business days\. /),
      cart: undefined,
      pincode: expect.stringMatching(/Delivery by Wed 25 Nov\. .* 1–3 business days\. /),
      preOrder: [
        'Pre-order · Ships from 23 Nov 2026',
        'Ships from 23 Nov 2026, arrives 3–7 business days later',
        Date.parse('2026-11-23'),
      ],
      feed: '2026-11-23T00:00:00.000Z',
    });
    await setClosings(CLOSED);
    expect(await readDates()).toEqual({
      product: expect.stringMatching(/Delivery by Sat 28 Nov\. .* 1–3 business days from 25 November\. /),
      cart: 'Ships from 25 Nov 2026, arrives 3–7 business days later',
      pincode: expect.stringMatching(/Delivery by Sat 28 Nov\. .* 1–3 business days from 25 November\. /),
      preOrder: [
        'Pre-order · Ships from 25 Nov 2026',
        'Ships from 25 Nov 2026, arrives 3–7 business days later',
        Date.parse('2026-11-25'),
      ],
      feed: '2026-11-25T00:00:00.000Z',
    });
    expect(await merchantFeedState({ db, settings: shop.settings })).not.toBe(feedState);

    await place(await cartOf(['test-kurta', 1, 1]));
    const [mail] = await mails('order_placed');
    expect(mail?.text).toContain(NOTICE);
    expect(mail?.text).toContain('It ships from 25 Nov 2026, and arrives 1–3 business days later.');
    expect(mail?.text).toContain('Pre-order · Ships from 25 Nov 2026');
    const countDuePreOrders = async (time: string) => (await countOpenTasks(db, parseIndiaTime(time))).preOrdersDue;
    expect([await countDuePreOrders('2026-11-24T23:59:59'), await countDuePreOrders('2026-11-25T00:00:00')]).toEqual([
      0, 1,
    ]);
    await setClosings();
    expect(await readDates()).toEqual(datesBefore);
  });

  test('invalidates cached pages when its notice appears, when it begins and when it is over', async () => {
    const { db, shop, clock, setClosings } = await setUp();
    clock.at = parseIndiaTime('2026-11-01T12:00:00');
    await setClosings(CLOSED);
    const checkSchedule = scheduledContentWatch(shop);
    await checkSchedule();
    const invalidations = [];
    for (const time of ['2026-11-14T00:00:00', '2026-11-21T00:00:00', '2026-11-25T00:00:00']) {
      for (const moment of [parseIndiaTime(time) - 1, parseIndiaTime(time), parseIndiaTime(time) + DAY_MS]) {
        const invalidationIdBefore = await latestInvalidationId(db);
        clock.at = moment;
        await checkSchedule();
        invalidations.push((await latestInvalidationId(db)) - invalidationIdBefore);
      }
    }
    expect(invalidations).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
  });
});
