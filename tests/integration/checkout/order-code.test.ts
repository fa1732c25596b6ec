import pino from 'pino';
import { expect, test } from 'vitest';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { placeOrRequestCode, placeWithCode } from '#lib/sales/checkout/place.server.ts';
import { VERIFY_FIRST } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { requestOrderCode } from '#lib/sales/orders/verify-mailbox.server.ts';
import { CONTACT, checkoutFixture } from '#support/checkout-fixture.ts';
import { onBothEngines } from '#support/database.ts';

/** Unverified mailboxes may hold one piece of each variant in cash orders; the cart has two. */
const ENV = { CASH_VARIANT_PIECES: '1', CASH_VARIANT_SHARE: '1' };

onBothEngines('an order that waits for an emailed code', (open) => {
  async function setUp() {
    const fixture = await checkoutFixture(await open(), false, ENV);
    const shop = { ...fixture.shop, log: pino({ level: 'silent' }) };
    const { owner, fixture: parts } = fixture;
    await fixture.fill();
    const placeOrder = async () => placeOrRequestCode(shop, owner, undefined, await fixture.form());
    const confirm = (token: string | undefined, code: string) => placeWithCode(shop, owner, undefined, { token, code });
    const mailedCode = async () => /\d{4,8}/.exec((await parts.mails('code')).at(-1)?.subject ?? '')?.[0] ?? '';
    return { ...fixture, shop, placeOrder, confirm, mailedCode };
  }

  test('is placed once after the code is entered, and not before', async () => {
    const { placeOrder, confirm, mailedCode, orders, fixture } = await setUp();
    const first = await placeOrder();
    expect(first).toEqual({ next: '/checkout/verify', challengeToken: expect.any(String) });
    expect(await orders()).toEqual([]);
    expect((await fixture.mails('code'))[0]).toMatchObject({ to_address: CONTACT.email });
    const placed = await confirm(first.challengeToken, await mailedCode());
    expect(await orders()).toMatchObject([{ id: placed._id, payment_method: 'cod', order_status: 'placed' }]);
    expect(placed).toEqual({
      _id: placed._id,
      next: expect.stringMatching(/^\/orders\/track\/.+\?placed=1$/),
      mailboxToken: expect.any(String),
    });
    await expect(confirm(first.challengeToken, await mailedCode())).rejects.toMatchObject({ code: 'invalid' });
    expect(await orders()).toHaveLength(1);
  });

  test('can be placed after a wrong code', async () => {
    const { placeOrder, confirm, mailedCode, orders } = await setUp();
    const { challengeToken } = await placeOrder();
    const code = await mailedCode();
    const wrongCode = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    await expect(confirm(challengeToken, wrongCode)).rejects.toMatchObject({ code: 'invalid' });
    expect(await orders()).toEqual([]);
    expect((await confirm(challengeToken, code))._id).toBeDefined();
  });

  test('is rejected with a message when sold out meanwhile; the mailbox stays verified', async () => {
    const { db, placeOrder, confirm, mailedCode, orders } = await setUp();
    const { challengeToken } = await placeOrder();
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TS').execute();
    const result = await confirm(challengeToken, await mailedCode());
    expect(result).toMatchObject({ next: '/checkout?step=payment', mailboxToken: expect.any(String) });
    expect(result.message).toContain('Test Scarf');
    expect(await orders()).toEqual([]);
  });

  test('returns to the payment step when an older version stored the form in another format', async () => {
    const { shop, confirm, mailedCode, orders } = await setUp();
    const refusal = new ShopError('unverified', VERIFY_FIRST);
    const token = await requestOrderCode(shop, { email: CONTACT.email, form: { payment: 'cash' }, refusal });
    expect(await confirm(token, await mailedCode())).toEqual({
      next: '/checkout?step=payment',
      mailboxToken: expect.any(String),
    });
    expect(await orders()).toEqual([]);
  });

  test('needs no code when rejected for another reason, or paid online', async () => {
    const { shop, owner, form, fixture } = await setUp();
    const placing = placeOrRequestCode(shop, owner, undefined, { ...(await form()), total_cod: 1 });
    await expect(placing).rejects.toMatchObject({ code: 'conflict' });
    const placed = await placeOrRequestCode(shop, owner, undefined, await form('online'));
    expect(placed).toMatchObject({ _id: expect.any(String) });
    expect(placed.challengeToken).toBeUndefined();
    expect(await fixture.mails('code')).toEqual([]);
  });

  test('throws unexpected errors', async () => {
    const { db, placeOrder, confirm, mailedCode } = await setUp();
    const { challengeToken } = await placeOrder();
    await db.write.schema.alterTable('orders').renameTo('orders_away').execute();
    await expect(placeOrder()).rejects.toThrow(/orders/);
    await expect(confirm(challengeToken, await mailedCode())).rejects.toThrow(/orders/);
  });
});
