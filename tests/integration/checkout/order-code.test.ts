import pino from 'pino';
import { expect, test } from 'vitest';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { placeOrRequestCode, placeWithCode } from '#lib/sales/checkout/place.server.ts';
import { VERIFY_FIRST } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { requestOrderCode } from '#lib/sales/orders/verify-mailbox.server.ts';
import { CONTACT, checkoutFixture } from '#support/checkout-fixture.ts';
import { onBothEngines } from '#support/database.ts';

/** Cash orders from unverified mailboxes may hold only one piece of each variant. The cart contains two pieces. */
const ENV = { CASH_VARIANT_PIECES: '1', CASH_VARIANT_SHARE: '1' };

onBothEngines('an order that waits for an emailed code', (open) => {
  async function setUp() {
    const fixture = await checkoutFixture(await open(), false, ENV);
    const shop = { ...fixture.shop, log: pino({ level: 'silent' }) };
    const { owner, fixture: parts } = fixture;
    await fixture.fill();
    const placeOrder = async () => placeOrRequestCode(shop, owner, undefined, await fixture.form());
    const confirm = (token: string | undefined, code: string) => placeWithCode(shop, owner, undefined, { token, code });
    const readMailedCode = async () => /\d{4,8}/.exec((await parts.mails('code')).at(-1)?.subject ?? '')?.[0] ?? '';
    return { ...fixture, shop, placeOrder, confirm, readMailedCode };
  }

  test('is placed only after the code is entered, and only once', async () => {
    const { placeOrder, confirm, readMailedCode, orders, fixture } = await setUp();
    const codeRequest = await placeOrder();
    expect(codeRequest).toEqual({ next: '/checkout/verify', challengeToken: expect.any(String) });
    expect(await orders()).toEqual([]);
    expect((await fixture.mails('code'))[0]).toMatchObject({ to_address: CONTACT.email });
    const placement = await confirm(codeRequest.challengeToken, await readMailedCode());
    expect(await orders()).toMatchObject([{ id: placement._id, payment_method: 'cod', order_status: 'placed' }]);
    expect(placement).toEqual({
      _id: placement._id,
      next: expect.stringMatching(/^\/orders\/track\/.+\?placed=1$/),
      mailboxToken: expect.any(String),
    });
    await expect(confirm(codeRequest.challengeToken, await readMailedCode())).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await orders()).toHaveLength(1);
  });

  test('can still be placed after a wrong code is entered', async () => {
    const { placeOrder, confirm, readMailedCode, orders } = await setUp();
    const { challengeToken } = await placeOrder();
    const code = await readMailedCode();
    const wrongCode = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    await expect(confirm(challengeToken, wrongCode)).rejects.toMatchObject({ code: 'invalid' });
    expect(await orders()).toEqual([]);
    expect((await confirm(challengeToken, code))._id).toBeDefined();
  });

  test('is rejected with a message if an item has sold out meanwhile; the mailbox stays verified', async () => {
    const { db, placeOrder, confirm, readMailedCode, orders } = await setUp();
    const { challengeToken } = await placeOrder();
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TS').execute();
    const result = await confirm(challengeToken, await readMailedCode());
    expect(result).toMatchObject({ next: '/checkout?step=payment', mailboxToken: expect.any(String) });
    expect(result.message).toContain('Test Scarf');
    expect(await orders()).toEqual([]);
  });

  test('returns to the payment step if an older version stored the form in another format', async () => {
    const { shop, confirm, readMailedCode, orders } = await setUp();
    const refusal = new ShopError('unverified', VERIFY_FIRST);
    const token = await requestOrderCode(shop, { email: CONTACT.email, form: { payment: 'cash' }, refusal });
    expect(await confirm(token, await readMailedCode())).toEqual({
      next: '/checkout?step=payment',
      mailboxToken: expect.any(String),
    });
    expect(await orders()).toEqual([]);
  });

  test('needs no code if it is rejected for another reason or paid online', async () => {
    const { shop, owner, form, fixture } = await setUp();
    const rejectedPlacement = placeOrRequestCode(shop, owner, undefined, { ...(await form()), total_cod: 1 });
    await expect(rejectedPlacement).rejects.toMatchObject({ code: 'conflict' });
    const placement = await placeOrRequestCode(shop, owner, undefined, await form('online'));
    expect(placement).toMatchObject({ _id: expect.any(String) });
    expect(placement.challengeToken).toBeUndefined();
    expect(await fixture.mails('code')).toEqual([]);
  });

  test('rethrows unexpected errors', async () => {
    const { db, placeOrder, confirm, readMailedCode } = await setUp();
    const { challengeToken } = await placeOrder();
    await db.write.schema.alterTable('orders').renameTo('orders_away').execute();
    await expect(placeOrder()).rejects.toThrow(/orders/);
    await expect(confirm(challengeToken, await readMailedCode())).rejects.toThrow(/orders/);
  });
});
