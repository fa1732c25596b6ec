import { expect, test } from 'vitest';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { CHANGED_COUPON, NEW_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { couponProducts } from '#lib/sales/cart/coupons/coupon-goods.server.ts';
import { couponVersion, listCoupons, readCoupon } from '#lib/sales/cart/coupons/list-coupons.server.ts';
import { addCoupon, changeCoupon, deactivateCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';

const FORM = { code: ' diwali26 ', kind: 'percent', percent: '10', uses: '100', until: '2026-12-31' };

onBothEngines('a coupon in the admin', (open) => {
  async function setUp() {
    const db = await open();
    const shop = { db, now: () => 1_000 };
    await addCoupon(shop, NEW_COUPON.parse(FORM));
    const readSaved = async () => {
      const coupon = await readCoupon(db, 'DIWALI26');
      if (!coupon) throw new Error('The coupon is missing.');
      return coupon;
    };
    const firstVersion = await readSaved();
    const parseForm = (changes: object) => {
      const { id, ...coupon } = CHANGED_COUPON.parse({
        ...{ ...FORM, id: 'DIWALI26', version: String(couponVersion(firstVersion)), uses_shown: '100' },
        ...changes,
      });
      return { id, coupon };
    };
    const change = (changes: object) => {
      const { id, coupon } = parseForm(changes);
      return changeCoupon(shop, id, coupon);
    };
    const useOnce = () =>
      db.write
        .updateTable('coupon')
        .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
        .execute();
    return { db, shop, readSaved, change, useOnce };
  }

  test('is added with its terms, changed and ended, each with an audit log entry', async () => {
    const { db, shop, readSaved, change } = await setUp();
    expect(await readSaved()).toMatchObject({
      ...{ kind: 'percent', value: 10, minimum_paise: 0, starts_at: null, uses_left: 100, per_customer: null, uses: 0 },
      ends_at: Date.parse('2027-01-01T00:00:00+05:30'),
    });
    expect(await change({})).toBe(false);
    expect(await change({ kind: 'fixed', fixed: '99.50', minimum: '999', until: '' })).toBe(true);
    expect(await readSaved()).toMatchObject({ kind: 'fixed', value: 9_950, minimum_paise: 99_900, ends_at: null });
    await deactivateCoupon(shop, 'DIWALI26');
    expect(await listCoupons(db, { active: 1 })).toEqual([]);
    expect(await listCoupons(db, { active: 0 })).toHaveLength(1);
    const { entries } = await readAudit(db, { record: { kind: 'coupon', id: 'DIWALI26' } });
    expect(entries.map(({ action }) => action)).toEqual(['drop coupon', 'change coupon', 'add coupon']);
  });

  test('can be limited to products by SKU or URL, and to categories; unknown values are rejected', async () => {
    const { db, readSaved, change } = await setUp();
    await stockGoods(db);
    await expect(change({ products: 'TS\ntest-skarf' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { products: 'There is no product with the SKU or URL “test-skarf”.' },
    });
    await expect(change({ category: ['sarees'] })).rejects.toMatchObject({ fields: { category: /“sarees”/ } });
    expect(await readSaved()).toMatchObject({ products_json: '[]', categories_json: '[]' });
    expect(await change({ products: ' ts, test-cloth\n TC' })).toBe(true);
    const products = await couponProducts(db.write, await readSaved());
    expect(products.map(({ slug }) => slug)).toEqual(['test-cloth', 'test-scarf']);
    await expect(change({ products: '' })).rejects.toMatchObject({ code: 'conflict' });
    const { entries } = await readAudit(db, { record: { kind: 'coupon', id: 'DIWALI26' } });
    expect(entries[0]?.changes).toEqual([{ field: 'products', before: '', after: 'test-cloth, test-scarf' }]);
  });

  test('is not overwritten if somebody else changed or ended it', async () => {
    const { shop, readSaved, change } = await setUp();
    expect(await change({ percent: '20' })).toBe(true);
    await expect(change({ percent: '30' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await readSaved()).value).toBe(20);
    await deactivateCoupon(shop, 'DIWALI26');
    await expect(change({ percent: '30' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keeps uses that are counted while it is edited', async () => {
    const { readSaved, change, useOnce } = await setUp();
    await useOnce();
    expect(await change({ percent: '20' })).toBe(true);
    expect(await readSaved()).toMatchObject({ value: 20, uses_left: 99 });
  });

  test('rejects a new number of uses if some were used while the number was edited', async () => {
    const { readSaved, change, useOnce } = await setUp();
    await useOnce();
    await expect(change({ uses: '150' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await readSaved()).uses_left).toBe(99);
    expect(await change({ uses: '150', uses_shown: '99' })).toBe(true);
    expect((await readSaved()).uses_left).toBe(150);
  });
});

test.each([
  ['code', { code: 'SALE!' }],
  ['kind', { kind: 'gift' }],
  ['percent', { percent: '101' }],
  ['percent', { percent: '' }],
  ['fixed', { kind: 'fixed', fixed: '' }],
  ['fixed', { kind: 'fixed', fixed: '5.555' }],
  ['from', { from: '2026-02-30' }],
  ['until', { from: '2027-01-01' }],
  ['uses', { uses: '0' }],
])('a coupon form reports a mistake in %s at that field: %j', (field, changes) => {
  const { error } = NEW_COUPON.safeParse({ ...FORM, ...changes });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
