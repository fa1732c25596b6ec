import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { logFilters } from '#lib/admin/log/audit-log.server.ts';
import { inviteStaff } from '#lib/admin/staff/staff.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { auditProblem, sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import { eraseFromAudit } from '#lib/platform/audit/erase-from-audit.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { queryPlans } from '#support/query-plans.ts';

const START = 1_771_000_000_000;
const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7, Chrome on Android' };

onBothEngines('the audit log', (open) => {
  async function setUp(count = 5) {
    const db = await open();
    const record = (n: number) =>
      runAs(ASHA, () =>
        transaction(db, (tx) =>
          recordAudit(
            tx,
            { action: 'move order', record: { kind: 'order', id: `o${n % 2}` }, before: { n: n - 1 }, after: { n } },
            START + n,
          ),
        ),
      );
    for (let n = 1; n <= count; n++) await record(n);
    return { db, record };
  }

  test('shows who changed what, newest first, also for one record', async () => {
    const { db } = await setUp();
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o1' } });
    expect(entries.map(({ changes }) => changes)).toEqual(
      [5, 3, 1].map((n) => [{ field: 'n', before: String(n - 1), after: String(n) }]),
    );
    expect(entries[0]).toMatchObject({ actor: 'Asha', origin: ASHA.origin, action: 'move order', at: START + 5 });
    expect((await readAudit(db)).entries).toHaveLength(5);
  });

  test('lists each action once', async () => {
    const { db } = await setUp(2);
    const add = (action: string) =>
      transaction(db, (tx) => recordAudit(tx, { action, record: { kind: 'x', id: '' } }, START));
    for (const action of ['add coupon', 'sign in', 'add coupon']) await add(action);
    expect((await logFilters(db)).actions).toEqual(['add coupon', 'move order', 'sign in']);
    expect((await logFilters(await open())).actions).toEqual([]);
  });

  test('can be filtered by person, action or period', async () => {
    const { db } = await setUp();
    await transaction(db, (tx) => recordAudit(tx, { action: 'sign in', record: { kind: 'staff', id: 's1' } }, START));
    const entriesByAsha = await readAudit(db, { actor: { kind: 'staff', id: 's1' } });
    expect(entriesByAsha.entries).toHaveLength(5);
    expect((await readAudit(db, { action: 'sign in' })).entries).toHaveLength(1);
    expect((await readAudit(db, { from: START + 2, to: START + 4 })).entries.map(({ at }) => at - START)).toEqual([
      3, 2,
    ]);
  });

  test('is never scanned as a whole, whatever the filter', async () => {
    const { db } = await setUp(1);
    for (let doublings = 0; doublings < 13; doublings++)
      await sql`insert into audit_entry
          (at, actor_kind, actor_id, actor_name, origin, action, record_kind, record_id)
        select at + 1, actor_kind, actor_id, actor_name, origin, action, record_kind, record_id
        from audit_entry`.execute(db.write);
    await sql`analyze`.execute(db.write);
    const filters: Parameters<typeof readAudit>[1][] = [
      {},
      { cursor: `${START}.3` },
      { from: START, to: START + 2 },
      { actor: { kind: 'staff', id: 's9' } },
      { action: 'none' },
      { record: { id: 'none' } },
      { record: { kind: 'order', id: 'none' } },
    ];
    const plan = await queryPlans(db, async (recorded) => {
      for (const filter of filters) await readAudit(recorded, filter);
    });
    expect(plan).not.toMatch(/SCAN audit_entry"|Seq Scan on audit_entry/);
  });

  test('shows 50 entries on a page', async () => {
    const { db } = await setUp(51);
    const { entries, next } = await readAudit(db);
    expect(entries).toHaveLength(50);
    expect((await readAudit(db, { cursor: next })).entries.map(({ at }) => at)).toEqual([START + 1]);
  });

  test('is written in the same transaction as the change', async () => {
    const db = await open();
    const shop = { db, settings: readSettings({}), now: () => START };
    const owner = { email: 'owner@shop.example', name: 'Asha', role: 'owner' as const };
    await inviteStaff(shop, owner);
    await expect(inviteStaff(shop, owner)).rejects.toThrow();
    expect((await readAudit(db)).entries.map(({ action }) => action)).toEqual(['invite staff']);
  });

  test('is intact while entries are added and sealed', async () => {
    const { db, record } = await setUp();
    expect(await auditProblem(db)).toBeUndefined();
    expect(await sealAudit(db)).toBe(5);
    expect(await sealAudit(db)).toBe(0);
    await record(6);
    expect(await auditProblem(db)).toBeUndefined();
    expect(await sealAudit(db)).toBe(1);
    expect(await auditProblem(db)).toBeUndefined();
  });

  test('is intact after personal data was erased from it, before and after sealing', async () => {
    const { db } = await setUp();
    const address = (name: string) => ({ name, state: 'Telangana' });
    const event = { action: 'order address corrected', record: { kind: 'order', id: 'o7' } };
    const correct = () =>
      transaction(db, (tx) => recordAudit(tx, { ...event, before: address('Asha'), after: address('Bela') }, START));
    await correct();
    await sealAudit(db);
    await correct();
    await transaction(db, (tx) =>
      eraseFromAudit(tx, { kind: 'order', ids: ['o7', 'o1'], personalValues: ['Asha'] }, START),
    );
    expect(await auditProblem(db)).toBeUndefined();
    await sealAudit(db);
    expect(await auditProblem(db)).toBeUndefined();
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o7' } });
    const erasedChanges = [{ field: 'name', before: '(erased)', after: '(erased)' }];
    expect(entries.map(({ changes }) => changes)).toEqual([erasedChanges, erasedChanges]);
    await sql`update audit_entry set after_json = '{"name":"Mallory"}' where position = 6`.execute(db.write);
    expect(await auditProblem(db)).toBe('entry 6 was changed');
  });

  test.each([
    ['the first entry is deleted', 'delete from audit_entry where position = 1', 'entry 1 was deleted'],
    ['the first entry is changed', "update audit_entry set action = 'x' where position = 1", 'entry 1 was changed'],
    ['the newest entry is changed', "update audit_entry set origin = 'x' where position = 5", 'entry 5 was changed'],
    [
      'the newest entry is replaced',
      'update audit_entry set position = 9 where position = 4; delete from audit_entry where position = 5',
      'entry 4 was deleted',
    ],
    ['an entry in the middle is deleted', 'delete from audit_entry where position = 3', 'entry 3 was deleted'],
    ['the newest entry is deleted', 'delete from audit_entry where position = 5', 'entry 5 was deleted'],
    ['all entries are deleted', 'delete from audit_entry', 'entry 1 was deleted'],
    ['a value is changed', `update audit_entry set after_json = '{"n":9}' where position = 2`, 'entry 2 was changed'],
    ['an author is changed', "update audit_entry set actor_name = 'Nobody' where position = 4", 'entry 4 was changed'],
    [
      'an entry is deleted and the next ones move up',
      'delete from audit_entry where position = 3; update audit_entry set position = 3 where position = 4',
      'entry 3 was changed',
    ],
  ])('is reported as damaged when %s', async (_damage, statements, message) => {
    const { db } = await setUp();
    await sealAudit(db);
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(db.write);
    expect(await auditProblem(db)).toBe(message);
  });
});
