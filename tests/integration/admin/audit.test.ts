import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inviteStaff } from '#lib/admin/staff/staff.server.ts';
import { acting } from '#lib/platform/audit/actor.server.ts';
import { auditProblem, sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';

const START = 1_771_000_000_000;
const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7, Chrome on Android' };

onBothEngines('the audit log', (open) => {
  async function begin(count = 5) {
    const db = await open();
    const record = (n: number) =>
      acting(ASHA, () =>
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

  test('shows who changed what, newest first, also of one record', async () => {
    const { db } = await begin();
    const { entries } = await readAudit(db, { record: { kind: 'order', id: 'o1' } });
    expect(entries.map(({ changes }) => changes)).toEqual(
      [5, 3, 1].map((n) => [{ field: 'n', before: String(n - 1), after: String(n) }]),
    );
    expect(entries[0]).toMatchObject({ actor: 'Asha', origin: ASHA.origin, action: 'move order', at: START + 5 });
    expect((await readAudit(db)).entries).toHaveLength(5);
  });

  test('shows 50 entries on a page', async () => {
    const { db } = await begin(51);
    const { entries, next } = await readAudit(db);
    expect(entries).toHaveLength(50);
    expect((await readAudit(db, { before: next })).entries.map(({ at }) => at)).toEqual([START + 1]);
  });

  test('is written in the transaction of the change', async () => {
    const db = await open();
    const shop = { db, settings: readSettings({}), now: () => START };
    const owner = { email: 'owner@shop.example', name: 'Asha', role: 'owner' as const };
    await inviteStaff(shop, owner);
    await expect(inviteStaff(shop, owner)).rejects.toThrow();
    expect((await readAudit(db)).entries.map(({ action }) => action)).toEqual(['invite staff']);
  });

  test('is complete while entries are added and sealed', async () => {
    const { db, record } = await begin();
    expect(await auditProblem(db)).toBeUndefined();
    expect(await sealAudit(db)).toBe(5);
    expect(await sealAudit(db)).toBe(0);
    await record(6);
    expect(await auditProblem(db)).toBeUndefined();
    expect(await sealAudit(db)).toBe(1);
    expect(await auditProblem(db)).toBeUndefined();
  });

  test.each([
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
  ])('is reported as damaged when %s', async (_what, statements, message) => {
    const { db } = await begin();
    await sealAudit(db);
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(db.write);
    expect(await auditProblem(db)).toBe(message);
  });
});
