import { expect, test } from 'vitest';
import { refundGuard } from '#lib/admin/access/refund-guard.server.ts';
import { REFUND_LIMIT } from '#lib/admin/staff/refund-limit.schema.ts';
import { readRefundLimits, setRefundLimit } from '#lib/admin/staff/refund-limits.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { addStaff } from '#support/staff.ts';

onBothEngines('refunds by staff', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const shop = { ...fixture.shop, now: () => fixture.clock.at++ };
    const place = async ({ isPaid = true } = {}) => {
      const { id } = await fixture.place(await fixture.cartOf(['test-scarf', 3]));
      if (isPaid) await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute();
      return id;
    };
    const createGuard = async (role: 'owner' | 'packer' = 'owner', isConfirmed = true) =>
      refundGuard(shop, { staffId: (await addStaff(db, role)).id, role, isConfirmed });
    const readCredits = () => db.write.selectFrom('order_credit').select('total_paise').execute();
    return { ...fixture, db, shop, place, createGuard, readCredits };
  }
  const amount = (paise: number) => ({ paise });

  test('need the permission and step-up authentication; a refused refund changes nothing', async () => {
    const { shop, place, createGuard, readCredits } = await setUp();
    const id = await place();
    const packer = await createGuard('packer');
    const part = [{ position: 0, quantity: 1 }];
    await expect(refundPart(shop, id, amount(100), 'x', packer)).rejects.toMatchObject({ code: 'refused' });
    await expect(cancelPart(shop, id, part, 'x', packer)).rejects.toMatchObject({ code: 'refused' });
    await expect(cancelOrder(shop, id, 'shop', packer)).rejects.toMatchObject({ code: 'refused' });
    const unconfirmed = await createGuard('owner', false);
    await expect(refundPart(shop, id, amount(100), 'x', unconfirmed)).rejects.toMatchObject({ code: 'not_logged_in' });
    expect(await readCredits()).toEqual([]);
    await refundPart(shop, id, amount(100), 'x', await createGuard());
    expect(await readCredits()).toEqual([{ total_paise: 100 }]);
  });

  test('need no permission if no money is owed: a packer cancels items and records a returned cash order', async () => {
    const { shop, place, createGuard, readCredits } = await setUp();
    const id = await place({ isPaid: false });
    const packer = await createGuard('packer', false);
    await cancelPart(shop, id, [{ position: 0, quantity: 1 }], 'x', packer);
    await moveOrder(shop, id, 'shipped');
    await recordReturn(shop, id, packer);
    expect(await readCredits()).toHaveLength(2);
  });

  test('are limited to the daily limit of the role for each person, even if they are concurrent', async () => {
    const { db, shop, clock, place, createGuard, readCredits } = await setUp();
    await setRefundLimit(shop, { role: 'owner', paise: 25_000 });
    const [asha, bela] = [await createGuard(), await createGuard()];
    const orders = await Promise.all([place(), place(), place(), place()]);
    const results = await Promise.allSettled(orders.map((id) => refundPart(shop, id, amount(10_000), 'x', asha)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const fifthOrder = await place();
    await expect(refundPart(shop, fifthOrder, amount(10_000), 'x', asha)).rejects.toThrow(
      '₹50.00 is left for you today.',
    );
    await refundPart(shop, fifthOrder, amount(5_000), 'x', asha);
    await refundPart(shop, await place(), amount(25_000), 'x', bela);
    clock.at += DAY_MS;
    await refundPart(shop, await place(), amount(25_000), 'x', asha);
    await expect(refundPart(shop, await place(), amount(100), 'x', asha)).rejects.toMatchObject({ code: 'refused' });
    expect((await readCredits()).reduce((sum, { total_paise }) => sum + Number(total_paise), 0)).toBe(75_000);
    await setRefundLimit(shop, { role: 'owner', paise: undefined });
    await refundPart(shop, await place(), amount(30_000), 'x', asha);
    expect(await readRefundLimits(db)).toEqual([{ role: 'owner', paise: undefined }]);
    const { entries } = await readAudit(db, { record: { kind: 'role', id: 'owner' } });
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'limit', before: '₹250.00', after: 'none' }],
      [{ field: 'limit', before: 'none', after: '₹250.00' }],
    ]);
  });

  test.each([
    ['', undefined],
    ['5000', 500_000],
    ['99.50', 9_950],
  ])('are limited to the amount in the form: %j means %s paise', (limit, paise) => {
    expect(REFUND_LIMIT.parse({ role: 'owner', limit })).toEqual({ role: 'owner', limit: paise });
  });

  test('can’t be limited for a role without permission to refund', () => {
    expect(REFUND_LIMIT.safeParse({ role: 'packer', limit: '1' }).success).toBe(false);
  });
});
