import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import { recordedRun } from '#lib/platform/audit/recorded-run.server.ts';
import { AuditedChanges } from '#lib/platform/db/audited-changes.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { bulkTransaction, transaction } from '#lib/platform/db/transaction.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { insertOrder } from '#support/order-row.ts';
import { root } from '#support/project-root.ts';

const START = 1_771_000_000_000;
const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7, Chrome on Android' };
const PRIYA = { ...ASHA, id: 's2', name: 'Priya' };
const addCoupon = (tx: Tx) => tx.insertInto('coupon').values(ONE_USE_COUPON).execute();

onBothEngines('a change without an audit log entry', (open) => {
  const readCoupons = async (db: Awaited<ReturnType<typeof open>>) =>
    db.write.selectFrom('coupon').select('code').execute();

  test.each([['transaction', transaction] as const, ['bulkTransaction', bulkTransaction] as const])(
    'by an actor is rolled back by %s',
    async (_name, run) => {
      const db = await open();
      await expect(runAs(ASHA, () => run(db, addCoupon))).rejects.toThrow(
        'no entry in the audit log for a change to coupon',
      );
      expect(await readCoupons(db)).toEqual([]);
      await run(db, addCoupon);
      expect(await readCoupons(db)).toHaveLength(1);
    },
  );

  test('is allowed if no columns, or only technical ones, changed', async () => {
    const db = await open();
    await insertOrder(db, 'o1');
    await runAs(ASHA, () =>
      transaction(db, async (tx) => {
        await tx.updateTable('orders').set({ order_status: 'shipped' }).where('id', '=', 'none').execute();
        await tx.updateTable('orders').set({ updated_at: 5, searchable: 1 }).where('id', '=', 'o1').execute();
        await tx.insertInto('invalidation').values({ tag: 'list', at: START }).execute();
      }),
    );
    const change = runAs(ASHA, () =>
      transaction(db, (tx) => tx.updateTable('orders').set({ note: 'x' }).where('id', '=', 'o1').execute()),
    );
    await expect(change).rejects.toThrow('orders');
  });

  test('is allowed in a run that has an entry before and after it', async () => {
    const db = await open();
    const run = {
      action: 'import products',
      record: { kind: 'import', id: 'goods.csv' },
      now: () => START,
      changesOf: (count: number) => ({ after: { count } }),
    };
    await runAs(ASHA, () =>
      recordedRun(db, run, async () => {
        await transaction(db, addCoupon);
        return 1;
      }),
    );
    const { entries } = await readAudit(db);
    expect(entries.map(({ action, actor, changes }) => [action, actor, changes.length])).toEqual([
      ['import products', 'Asha', 1],
      ['import products (started)', 'Asha', 0],
    ]);
  });
});

onBothEngines('a background job', (open) => {
  const JOB = { kind: 'job' as const, id: 'release', name: 'Taana', origin: 'release' };

  async function collectWarnings(work: () => Promise<unknown>): Promise<string[]> {
    const warnings: string[] = [];
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation((text) => void warnings.push(String(text)));
    onTestFinished(() => warn.mockRestore());
    await runAs(JOB, work);
    return warnings;
  }

  test('that changes something without an entry succeeds, and causes a warning', async () => {
    const db = await open();
    expect(await collectWarnings(() => transaction(db, addCoupon))).toEqual([
      'Taana: no entry in the audit log for a change to coupon',
    ]);
    expect(await db.read.selectFrom('coupon').select('code').execute()).toHaveLength(1);
  });

  test('that makes orders searchable needs no entry', async () => {
    const db = await open();
    await stockGoods(db);
    const { place, cartOf } = orderFixture(db);
    const { id } = await place(await cartOf(['test-scarf', 1]));
    expect(await collectWarnings(() => indexOrders(db))).toEqual([]);
    const order = db.read.selectFrom('orders').select('delivery_state').where('id', '=', id);
    expect(await order.executeTakeFirst()).toEqual({ delivery_state: 'Telangana' });
  });
});

onBothEngines('the audit log', (open) => {
  test('has at most one entry an hour for each record and each staff member who reads it', async () => {
    const db = await open();
    const recordRead = (actor: typeof ASHA, id: string, at: number) =>
      runAs(actor, () => recordReading(db, { action: 'read order', record: { kind: 'order', id } }, at));
    await recordRead(ASHA, 'o1', START);
    await recordRead(ASHA, 'o1', START + HOUR_MS - 1);
    await recordRead(PRIYA, 'o1', START + 1);
    await recordRead(ASHA, 'o2', START + 2);
    await recordRead(ASHA, 'o1', START + HOUR_MS);
    await recordReading(db, { action: 'read order', record: { kind: 'order', id: 'o9' } }, START);
    const { entries } = await readAudit(db);
    expect(entries.map(({ actor, record, at }) => [actor, record.id, at - START])).toEqual([
      ['Asha', 'o1', HOUR_MS],
      ['Asha', 'o2', 2],
      ['Priya', 'o1', 1],
      ['Asha', 'o1', 0],
    ]);
  });

  test('attributes an entry without an actor to Taana', async () => {
    const db = await open();
    await transaction(db, (tx) => recordAudit(tx, { action: 'x', record: { kind: 'y', id: 'z' } }, START));
    expect((await readAudit(db)).entries).toMatchObject([{ actor: 'Taana' }]);
  });
});

/**
 * Files with statements outside a transaction, and the tables that they change. Such statements are not checked when
 * they run. They save shoppers' changes to their own data, belong to signing in, or add the demo's coupons.
 */
const OUTSIDE_A_TRANSACTION = [
  'src/lib/admin/sign-in/passkeys.server.ts: staff_passkey',
  'src/lib/customers/auth/wrong-codes.server.ts: customer',
  'src/lib/customers/newsletter/unsubscribe.server.ts: subscriber',
  'src/lib/sales/account/profile.server.ts: customer',
  'src/lib/sales/cart/coupons/demo-coupons.server.ts: coupon',
];

test('every other change to an audited table is made in a transaction, where it is checked', () => {
  const files = globSync('src/**/*.{ts,astro}', { cwd: root }).filter((file) => !file.includes('/migrat'));
  const unauditedStatements = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
    const statements = text.matchAll(/(\w+)\s?\.(insertInto|updateTable|deleteFrom)\('(\w+)'\)/g);
    return [...statements].flatMap(([, receiver = '', , table = '']) => {
      const changes = new AuditedChanges();
      changes.addStatement(`insert into ${table}`);
      const isOutside = ['write', 'bulk', 'read'].includes(receiver);
      return isOutside && changes.unrecordedTables.length > 0 ? [`${file}: ${table}`] : [];
    });
  });
  expect([...new Set(unauditedStatements)].sort()).toEqual(OUTSIDE_A_TRANSACTION);
});
