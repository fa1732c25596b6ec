import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { planLedgerRepair } from '#lib/catalog/inventory/repair-ledger.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('the repair plan of a stock ledger', (open) => {
  /** Creates two orders, for three and two scarves, without entries in the ledger. */
  async function createDamagedLedger() {
    const db = await open();
    await stockGoods(db);
    const scarf = Number(await variantOf(db, 'test-scarf'));
    const fixture = orderFixture(db, Date.now() + DAY_MS);
    const orderOfThree = await fixture.place(await fixture.cartOf(['test-scarf', 3]));
    const orderOfTwo = await fixture.place(await fixture.cartOf(['test-scarf', 2]));
    await sql`delete from stock_ledger where order_id is not null`.execute(db.write);
    const setMissing = (pieces: number) =>
      sql`update variant set quantity = ${50 - pieces} where id = ${scarf}`.execute(db.write);
    const plan = async () =>
      (await planLedgerRepair(db.write)).map(({ lines }) =>
        lines.map(({ change, orderNumber }) => [change, orderNumber]),
      );
    return { db, setMissing, plan, largeOrderNumber: orderOfThree.number, smallOrderNumber: orderOfTwo.number };
  }

  test('adds each order if the orders explain the whole difference', async () => {
    const { plan, largeOrderNumber, smallOrderNumber } = await createDamagedLedger();
    expect(await plan()).toEqual([
      [
        [-3, largeOrderNumber],
        [-2, smallOrderNumber],
      ],
    ]);
  });

  test('does not add an order larger than the difference', async () => {
    const { setMissing, plan, smallOrderNumber } = await createDamagedLedger();
    await setMissing(2);
    expect(await plan()).toEqual([[[-2, smallOrderNumber]]]);
    await setMissing(1);
    expect(await plan()).toEqual([[[-1, undefined]]]);
  });

  test('does not add orders if the ledger adds up or if stock was added without an entry', async () => {
    const { setMissing, plan } = await createDamagedLedger();
    await setMissing(0);
    expect(await plan()).toEqual([]);
    await setMissing(-1);
    expect(await plan()).toEqual([[[1, undefined]]]);
  });

  test('adds orders that were placed before a later count', async () => {
    const { db, plan, largeOrderNumber, smallOrderNumber } = await createDamagedLedger();
    await setStock(db, 'TS', [48], { why: 'count', at: Date.now() + 2 * DAY_MS });
    expect(await plan()).toEqual([
      [
        [-3, largeOrderNumber],
        [-2, smallOrderNumber],
      ],
    ]);
  });
});
