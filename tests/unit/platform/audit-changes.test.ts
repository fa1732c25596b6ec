import { expect, test } from 'vitest';
import { changedFields } from '#lib/platform/audit/audit-changes.ts';
import { withoutPersonalData } from '#lib/platform/audit/erase-personal-data.ts';
import { AuditedChanges } from '#lib/platform/db/audited-changes.ts';

test('keeps only the fields that change', () => {
  const before = { name: 'Kora', city: 'Pune', hours: [{ day: 'Mon' }] };
  const after = { name: 'Kora', city: 'Nashik', hours: [{ day: 'Mon' }], phone: '1' };
  expect(changedFields({ before, after })).toEqual({ before: { city: 'Pune' }, after: { city: 'Nashik', phone: '1' } });
  expect(changedFields({ after: { code: 'NEW' } })).toEqual({ before: undefined, after: { code: 'NEW' } });
  expect(changedFields({ before: { a: 1 }, after: { a: 1 } })).toEqual({ before: undefined, after: undefined });
});

test.each([
  'secret',
  'RAZORPAY_KEY_SECRET',
  'webhookSecret',
  'password',
  'api_key',
  'private_key',
  'access_token',
  'code_hash',
])('masks the value of %s, including inside an object', (field) => {
  const { before, after } = changedFields({
    before: { [field]: 'old' },
    after: { [field]: 'new', of: { [field]: 'x' } },
  });
  expect(before).toEqual({ [field]: '••••' });
  expect(after).toEqual({ [field]: '••••', of: { [field]: '••••' } });
});

test('shows that a secret was removed', () => {
  expect(changedFields({ before: { secret: 'x' }, after: { secret: '' } })).toEqual({
    before: { secret: '••••' },
    after: { secret: '' },
  });
});

test.each(['quantity', 'keyword', 'monkey', 'carrier', 'tracking_number'])('does not mask %s', (field) => {
  expect(changedFields({ after: { [field]: 'x' } }).after).toEqual({ [field]: 'x' });
});

test('erases personal fields and texts that contain the customer’s data', () => {
  const json = JSON.stringify({
    name: 'Asha',
    city: 'Pune',
    detail: 'Called ASHA RAO twice',
    state: 'open',
    of: { street: 'x' },
  });
  expect(JSON.parse(withoutPersonalData(json, ['Asha Rao', '12']) ?? '')).toEqual({
    name: '(erased)',
    city: '(erased)',
    detail: '(erased)',
    state: 'open',
    of: { street: '(erased)' },
  });
  expect(withoutPersonalData(null, [])).toBeNull();
  expect(withoutPersonalData('{"quantity":12,"carrier":"India Post"}', ['12'])).toBe(
    '{"quantity":12,"carrier":"India Post"}',
  );
});

test.each([
  ['insert into "coupon" ("code") values (?)', ['coupon']],
  ['update "orders" set "updated_at" = ?, "order_status" = ? where "id" = ?', ['orders']],
  ['update "orders" set "updated_at" = case when orders.updated_at >= ? then 1 else ? end where "id" = ?', []],
  ['update "orders" set "counted" = ? where "id" in (select "id" from "orders")', []],
  ['delete from "orders" where "id" = ?', ['orders']],
  ['update product set sold = 1', []],
  ['insert into "cart_line" ("id") values (?)', []],
  ['insert into "coupon" ("code") values (?) on conflict ("code") do update set "active" = ?', ['coupon']],
  ['select * from "orders" for update skip locked', []],
  ['insert into "a_new_table" ("id") values (?)', ['a_new_table']],
])('after %s, an audit entry is required for the tables %j until one is inserted', (statement, tables) => {
  const changes = new AuditedChanges();
  changes.addStatement(statement);
  expect(changes.unrecordedTables).toEqual(tables);
  changes.addStatement('insert into "audit_entry" ("at") values (?)');
  expect(changes.unrecordedTables).toEqual([]);
});
