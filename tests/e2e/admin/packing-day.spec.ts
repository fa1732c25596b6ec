import { expect, test } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import {
  correctAddress,
  correctTracking,
  recordRefusedParcel,
  removeLineItem,
} from '#support/packing-day/changed-orders.ts';
import { beginDay, type Day, ORIGIN, PARCELS } from '#support/packing-day/day.ts';
import { enterPhoneOrder, payByLink } from '#support/packing-day/manual-order.ts';
import { confirmAll, packAll, printAll, shipAll } from '#support/packing-day/parcels.ts';
import { refundPart, signInAsOwner } from '#support/packing-day/refund.ts';
import { compareSums } from '#support/packing-day/sums.ts';

const MAX_TAPS = 40;

for (const [device, title] of [
  ['touch', `by touch at 360 px: ${PARCELS} parcels with at most ${MAX_TAPS} taps`],
  ['keyboard', `using only the keyboard at 1280 px: ${PARCELS} parcels`],
] as const)
  test(`a packing day ${title}, changed orders, a refund and an order by phone; all totals match`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
    try {
      const day = await beginDay(browser, db, device);
      await packAndShip(day);
      const { taps } = day;
      expect(taps.parcels).toBeLessThanOrEqual(MAX_TAPS);
      const owner = await signInAsOwner(day);
      const phoneOrder = await enterPhoneOrder(day);
      await payByLink(day, browser);
      await refundPart(day, owner);
      test.info().annotations.push({ type: 'taps', description: `${taps.parcels}, and ${taps.others} for the rest` });
      await compareSums(day, phoneOrder);
      await day.page.context().close();
    } finally {
      await db.close();
    }
  });

/** Packs and ships the orders of the day as a packer. */
async function packAndShip(day: Day): Promise<void> {
  const { db, page, ids } = day;
  await page.goto(`${ORIGIN}/admin`);
  await confirmAll(day);
  await correctAddress(day);
  await removeLineItem(day);
  await printAll(day);
  await packAll(day);
  await shipAll(day);
  await correctTracking(day);
  await recordRefusedParcel(day);

  const orders = db.write.selectFrom('orders').select(['order_status', 'packed_at', 'tracking_number']);
  const sentOrders = await orders.where('id', 'in', ids).execute();
  expect(sentOrders.filter(({ order_status }) => order_status === 'shipped')).toHaveLength(PARCELS - 1);
  expect(sentOrders.filter(({ packed_at }) => packed_at === null)).toEqual([]);
  expect(new Set(sentOrders.map(({ tracking_number }) => tracking_number)).size).toBe(PARCELS);
}
