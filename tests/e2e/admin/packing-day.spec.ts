import { expect, test } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { correctAddress, correctTracking, recordRefused, removeLineItem } from '#support/packing-day/changed-orders.ts';
import { beginDay, type Day, ORIGIN, PARCELS } from '#support/packing-day/day.ts';
import { enterPhoneOrder, payByLink } from '#support/packing-day/manual-order.ts';
import { confirmAll, packAll, printAll, shipAll } from '#support/packing-day/parcels.ts';
import { refundPart, signInAsOwner } from '#support/packing-day/refund.ts';
import { compareSums } from '#support/packing-day/sums.ts';

const MAX_TAPS = 40;

for (const [device, title] of [
  ['touch', `by touch at 360 px: ${PARCELS} parcels within ${MAX_TAPS} taps`],
  ['keyboard', `with the keyboard only at 1280 px: ${PARCELS} parcels`],
] as const)
  test(`a packing day ${title}, changed orders, a refund, and an order by phone; all sums agree`, async ({
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

/** The packer's part of the day. */
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
  await recordRefused(day);

  const orders = db.write.selectFrom('orders').select(['order_status', 'packed_at', 'tracking_number']);
  const sent = await orders.where('id', 'in', ids).execute();
  expect(sent.filter(({ order_status }) => order_status === 'shipped')).toHaveLength(PARCELS - 1);
  expect(sent.filter(({ packed_at }) => packed_at === null)).toEqual([]);
  expect(new Set(sent.map(({ tracking_number }) => tracking_number)).size).toBe(PARCELS);
}
