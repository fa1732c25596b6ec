import { expect, test } from 'vitest';
import { salesByDay, salesOfPeriod } from '#lib/sales/money-reports/sales.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';

const NOON = Date.parse('2026-11-20T12:00:00+05:30');

onBothEngines('sales on the admin’s start page', (open) => {
  test('are counted by Indian calendar day, without unpaid and cancelled orders', async () => {
    const db = await open();
    const orderTimes = {
      today: '2026-11-20T11:59:00+05:30',
      atMidnight: '2026-11-20T00:00:00+05:30',
      yesterday: '2026-11-19T23:59:59+05:30',
      yesterdayMorning: '2026-11-19T11:00:00+05:30',
      twoDaysAgo: '2026-11-18T10:00:00+05:30',
    };
    for (const [id, orderTime] of Object.entries(orderTimes))
      await insertOrder(db, id, { created_at: Date.parse(orderTime), total_paise: 10_000 });
    await insertOrder(db, 'unpaid', { created_at: NOON, order_status: 'pending', payment_status: 'unpaid' });
    await insertOrder(db, 'cancelled', { created_at: NOON, order_status: 'cancelled' });
    expect(await salesByDay(db, 4, NOON)).toEqual([
      { at: Date.parse('2026-11-17T00:00:00+05:30'), orders: 0, paise: 0 },
      { at: Date.parse('2026-11-18T00:00:00+05:30'), orders: 1, paise: 10_000 },
      { at: Date.parse('2026-11-19T00:00:00+05:30'), orders: 2, paise: 20_000 },
      { at: Date.parse('2026-11-20T00:00:00+05:30'), orders: 2, paise: 20_000 },
    ]);
    // Sales of the previous day are counted only until the same time of day.
    expect(await salesOfPeriod(db, 1, NOON)).toEqual({
      days: 1,
      orders: 2,
      paise: 20_000,
      previousSales: { orders: 1, paise: 10_000 },
    });
  });
});
