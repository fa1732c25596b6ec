import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { readLedger, stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { planLedgerRepair, repairLedger } from '#lib/catalog/inventory/repair-ledger.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { repairStock } from '#lib/operations/doctor/repair-stock.server.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

onBothEngines('a stock ledger damaged by an old version', (open) => {
  /** Creates two orders without entries in the ledger, and removes three scarves without an order. */
  async function createDamagedLedger() {
    const db = await open();
    await stockGoods(db);
    const { cartOf, place } = orderFixture(db, Date.now() + 60_000);
    const orders = [await place(await cartOf(['test-scarf', 2])), await place(await cartOf(['test-scarf', 1]))];
    const scarf = Number(await variantOf(db, 'test-scarf'));
    await sql`delete from stock_ledger where order_id is not null`.execute(db.write);
    await sql`update variant set quantity = quantity - 3 where id = ${scarf}`.execute(db.write);
    return { db, scarf, ids: orders.map(({ id }) => id) };
  }

  const createShop = (db: ShopDatabase) => ({ db, now: () => 7 }) as CommandShop;
  const readRows = (db: ShopDatabase) => db.write.selectFrom('stock_ledger').selectAll().orderBy('id').execute();
  const readStock = (db: ShopDatabase) =>
    db.write.selectFrom('variant').select(['id', 'quantity']).orderBy('id').execute();

  test('is repaired order by order after the repair was shown and confirmed', async () => {
    const { db, scarf, ids } = await createDamagedLedger();
    const [rowsBefore, stock] = [await readRows(db), await readStock(db)];
    const logSpy = vi.spyOn(console, 'log').mockImplementation(() => {});
    await expect(repairStock(createShop(db), {})).rejects.toThrow('Add --yes to confirm.');
    expect(await readRows(db)).toEqual(rowsBefore);
    const printedLines = logSpy.mock.calls.map(([line]) => String(line));
    const numbers = await db.write.selectFrom('orders').select('number').orderBy('number').execute();
    expect(printedLines).toEqual([
      expect.stringMatching(/: \d+ in stock, but the ledger adds up to \d+$/),
      `         -2  order ${numbers[0]?.number}`,
      `         -1  order ${numbers[1]?.number}`,
      '         -3  correction',
    ]);
    await repairStock(createShop(db), { yes: true });
    expect(await stockMismatches(db.write)).toEqual([]);
    expect(await readStock(db)).toEqual(stock);
    const addedRows = (await readRows(db)).slice(rowsBefore.length);
    expect(addedRows.map(({ change, why, order_id }) => ({ change, why, order_id }))).toEqual([
      { change: -2, why: 'order', order_id: ids[0] },
      { change: -1, why: 'order', order_id: ids[1] },
      { change: -3, why: 'correction', order_id: null },
    ]);
    expect((await readLedger(db, scarf)).at(-1)?.note).toBe('added by doctor --repair');
    await repairStock(createShop(db), {});
    expect(logSpy).toHaveBeenLastCalledWith('The stock ledger is correct. Nothing was changed.');
  });

  test('is not repaired if the stock changed after the repair was planned', async () => {
    const { db, scarf } = await createDamagedLedger();
    const plan = await planLedgerRepair(db.write);
    await sql`update variant set quantity = quantity - 1 where id = ${scarf}`.execute(db.write);
    const rowsBefore = await readRows(db);
    await expect(repairLedger(db, plan, 7)).rejects.toThrow('The stock has changed since the check.');
    expect(await readRows(db)).toEqual(rowsBefore);
  });

  test('is not repaired with an order that is older than the ledger or cancelled', async () => {
    const { db, scarf } = await createDamagedLedger();
    await sql`update orders set created_at = 1 where number like '%1'`.execute(db.write);
    await sql`update orders set order_status = 'cancelled' where number like '%2'`.execute(db.write);
    const [{ lines } = { lines: [] }] = await planLedgerRepair(db.write);
    expect(lines).toEqual([{ change: -6 }]);
    await setStock(db, String(scarf), [9], { why: 'count', at: 8 });
    expect((await planLedgerRepair(db.write))[0]?.lines).toEqual([{ change: -6 }]);
  });
});
