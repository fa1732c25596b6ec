import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { applyCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const ASHA = { email: 'asha@gmail.com', mobile: '9876543210' };

async function insertCoupon(db: ShopDatabase): Promise<void> {
  const terms = { code: 'ONCE', kind: 'fixed' as const, value: 1_000, uses_left: null, per_customer: 1 };
  await db.write
    .insertInto('coupon')
    .values({ ...ONE_USE_COUPON, ...terms })
    .execute();
}

onBothEngines('a coupon that a customer may use once', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    await insertCoupon(db);
    const fixture = orderFixture(db);
    const buy = async (contact: { email: string; mobile: string }, owner?: CartOwner) => {
      const cart = owner ?? (await fixture.cartOf(['test-scarf', 1]));
      await db.write.updateTable('cart').set({ coupon_code: 'ONCE' }).where('coupon_code', 'is', null).execute();
      return fixture.place(cart, { contact }).finally(() => db.write.deleteFrom('cart').execute());
    };
    /** Creates a customer's cart with a scarf in it. */
    const createCart = async (customerId: string): Promise<CartOwner> => {
      await fixture.cartOf(['test-scarf', 1]);
      await db.write.updateTable('cart').set({ customer_id: customerId, token_hash: null }).execute();
      return { customerId };
    };
    return { db, buy, createCart, fixture };
  }

  test.each([
    ['the same email address', 'asha@gmail.com'],
    ['the address in a different case', 'Asha@GMail.com'],
    ['the address with a tag', 'asha+1@gmail.com'],
    ['the address with dots, which the provider ignores', 'a.s.h.a@googlemail.com'],
  ])('is used up for %s', async (_description, email) => {
    const { buy } = await setUp();
    expect((await buy(ASHA)).discount_paise).toBe(1_000);
    await expect(buy({ email, mobile: '9000000001' })).rejects.toThrow(COUPON_MESSAGES.usedByYou);
    await buy({ email: 'bela@gmail.com', mobile: '9000000002' });
  });

  test('is used up for the same mobile number', async () => {
    const { buy } = await setUp();
    await buy(ASHA);
    await expect(buy({ ...ASHA, email: 'other@example.in' })).rejects.toThrow(COUPON_MESSAGES.usedByYou);
  });

  test('is used up for the account, whatever the order’s contact, and for a guest with its email address', async () => {
    const { db, buy, createCart, fixture } = await setUp();
    const customerId = await newCustomer(db, 'asha@example.in');
    await buy({ email: 'x@example.in', mobile: '9000000003' }, await createCart(customerId));
    const otherContact = { email: 'y@example.in', mobile: '9000000004' };
    await expect(buy(otherContact, await createCart(customerId))).rejects.toThrow(COUPON_MESSAGES.usedByYou);
    await expect(buy({ email: 'asha+z@example.in', mobile: '9000000005' })).rejects.toThrow(COUPON_MESSAGES.usedByYou);
    const application = applyCoupon(fixture.shop, await createCart(customerId), 'ONCE');
    await expect(application, 'the cart also rejects the coupon').rejects.toThrow(COUPON_MESSAGES.usedByYou);
  });

  test('is used up for an account whose owner used it as a guest', async () => {
    const { db, buy, createCart } = await setUp();
    await buy({ email: 'asha+guest@example.in', mobile: '9000000006' });
    const customerId = await newCustomer(db, 'asha@example.in');
    const contact = { email: 'x@example.in', mobile: '9000000007' };
    await expect(buy(contact, await createCart(customerId))).rejects.toThrow(COUPON_MESSAGES.usedByYou);
  });

  test('is used only once by ten concurrent orders with different spellings of the email address', async () => {
    const { db, fixture } = await setUp();
    const owners: CartOwner[] = [];
    for (let n = 0; n < 10; n++) owners.push(await fixture.cartOf(['test-scarf', 1]));
    await db.write.updateTable('cart').set({ coupon_code: 'ONCE' }).execute();
    const createContact = (n: number) => ({ email: `ASHA+${n}@gmail.com`, mobile: `900000001${n}` });
    const results = await Promise.allSettled(
      owners.map((owner, n) => fixture.place(owner, { contact: createContact(n) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can be used again after its use was cancelled', async () => {
    const { db, buy } = await setUp();
    const { id } = await buy(ASHA);
    await transaction(db, (tx) => returnCoupon(tx, id));
    expect((await buy(ASHA)).discount_paise).toBe(1_000);
  });
});

onBothEngines('the migration of an older database', (open) => {
  test('stores who used a coupon, and keeps duplicate accounts and one sign-in link per customer', async () => {
    const db = await open();
    await stockGoods(db);
    await insertCoupon(db);
    const fixture = orderFixture(db);
    const customerId = await newCustomer(db, 'asha@gmail.com');
    await newCustomer(db, 'a.sha+1@gmail.com');
    const { id } = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    await db.write
      .updateTable('orders')
      .set({ customer_id: customerId, email: 'Other@Example.in', mobile: '9000000001' })
      .where('id', '=', id)
      .execute();
    await revertSchema(db);
    const earlierUses = Array.from({ length: 1_203 }, (_, n) => ({
      order_id: `gone-${n}`,
      email: `p.${n}+x@gmail.com`,
    }));
    const uses = [{ order_id: id, email: 'other@example.in' }, ...earlierUses];
    for (let from = 0; from < uses.length; from += 400)
      await db.write
        .insertInto('coupon_use')
        .values(uses.slice(from, from + 400).map((use) => ({ ...use, code: 'ONCE', used_at: 1 })))
        .execute();
    for (const [token_hash, expires_at] of [
      ['old', 5],
      ['new', 9],
      ['mid', 7],
    ] as const)
      await db.write
        .insertInto('sign_in_link')
        .values({ token_hash, expires_at, customer_id: customerId, next: null, used_at: null })
        .execute();

    await migrate(db);
    const buyers = await db.write.selectFrom('coupon_buyer').selectAll().execute();
    expect(buyers).toHaveLength(4 + earlierUses.length);
    expect(
      buyers
        .filter(({ order_id }) => order_id === id)
        .map(({ buyer }) => buyer)
        .sort(),
    ).toEqual([`customer:${customerId}`, 'email:asha@gmail.com', 'email:other@example.in', 'mobile:9000000001']);
    expect(buyers).toContainEqual({ code: 'ONCE', buyer: 'email:p1202@gmail.com', order_id: 'gone-1202' });
    const orders = await db.write.selectFrom('orders').select('email').execute();
    expect(orders).toEqual([{ email: 'other@example.in' }]);
    const links = await db.write.selectFrom('sign_in_link').select('token_hash').execute();
    expect(links).toEqual([{ token_hash: 'new' }]);
    expect(await db.write.selectFrom('customer').select('id').execute()).toHaveLength(2);
  });
});

/** Restores the schema as it was before the migration. */
async function revertSchema({ write }: ShopDatabase): Promise<void> {
  for (const statement of [
    'drop table coupon_buyer',
    'create index coupon_use_of_email on coupon_use (code, email)',
    'drop index sign_in_link_of_customer',
    'create index sign_in_link_of_customer on sign_in_link (customer_id)',
    'alter table code_challenge drop column digits',
    "delete from migration where name = '0028-whose-coupon'",
  ])
    await sql.raw(statement).execute(write);
}
