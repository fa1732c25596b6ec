import { expect, test } from 'vitest';
import { deleteExpiredAuthRows } from '#lib/customers/auth/delete-expired.server.ts';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { deleteOldSupport, SUPPORT_RETENTION_MS } from '#lib/customers/support/delete-old-support.server.ts';
import { createTicket } from '#lib/customers/support/ticket.server.ts';
import { closeTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { GUEST_CART_MS } from '#lib/sales/cart/cart-owner.server.ts';
import { deleteOldCarts } from '#lib/sales/cart/delete-old-carts.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';

const NOW = 1_900_000_000_000;
const YEAR_MS = 365 * DAY_MS;

/** The privacy policy states the same periods. */
onBothEngines('retention of personal data', (open) => {
  test('deletes closed tickets and contact messages after three years, and keeps open tickets', async () => {
    const db = await open();
    let time = NOW - 1;
    const settings = readSettings({});
    const shop = { db, settings, files: undefined as never, now: () => time };
    const { id } = await addCustomer(db);
    const input = { subject: 'Late parcel', priority: 'low', message: 'It has not come.' } as const;
    const closedTicket = await createTicket(shop, id, input, []);
    const openTicket = await createTicket(shop, id, input, []);
    time = NOW;
    await closeTicket(shop, closedTicket.number);
    await createContactMessage(shop, CONTACT_MESSAGE);

    time = NOW + SUPPORT_RETENTION_MS;
    await deleteOldSupport(shop);
    expect(await db.read.selectFrom('ticket').select('id').execute()).toHaveLength(2);
    expect(await db.read.selectFrom('contact_message').select('id').execute()).toHaveLength(1);

    time += 1;
    await deleteOldSupport(shop);
    expect(await db.read.selectFrom('ticket').select('id').execute()).toEqual([{ id: openTicket._id }]);
    expect(await db.read.selectFrom('ticket_message').select('ticket_id').execute()).toEqual([
      { ticket_id: openTicket._id },
    ]);
    expect(await db.read.selectFrom('contact_message').select('id').execute()).toEqual([]);
  });

  test('deletes a visitor’s cart and its checkout draft thirty days after the cart’s last change', async () => {
    const db = await open();
    const { id: customerId } = await addCustomer(db);
    const cart = { coupon_code: null, pincode: null, created_at: 0 };
    const carts = [
      { ...cart, id: 'abandoned', token_hash: 'a', customer_id: null, updated_at: NOW - GUEST_CART_MS },
      { ...cart, id: 'fresh', token_hash: 'b', customer_id: null, updated_at: NOW - GUEST_CART_MS + 1 },
      { ...cart, id: 'own', token_hash: null, customer_id: customerId, updated_at: 0 },
    ];
    await db.write.insertInto('cart').values(carts).execute();
    const drafts = carts.map(({ id }) => ({ cart_id: id, fields_json: '{}', next_key: id, updated_at: 0 }));
    await db.write.insertInto('checkout_draft').values(drafts).execute();
    await deleteOldCarts({ db, now: () => NOW });
    const remainingCarts = await db.read.selectFrom('cart').select('id').orderBy('id').execute();
    expect(remainingCarts.map(({ id }) => id)).toEqual(['fresh', 'own']);
    expect(await db.read.selectFrom('checkout_draft').select('cart_id').execute()).toHaveLength(2);
  });

  test('deletes visitors’ carts beyond the limit, the least recently used first', async () => {
    const db = await open();
    const cart = { coupon_code: null, pincode: null, created_at: 0 };
    const guestCarts = [1, 2, 3, 4, 5].map((n) => ({ ...cart, id: `${n}`, token_hash: `${n}`, updated_at: NOW - n }));
    const ownedCart = { ...cart, id: 'own', token_hash: null, customer_id: (await addCustomer(db)).id, updated_at: 0 };
    await db.write
      .insertInto('cart')
      .values([...guestCarts.map((guest) => ({ ...guest, customer_id: null })), ownedCart])
      .execute();
    await deleteOldCarts({ db, now: () => NOW }, 3);
    const remainingCarts = await db.read.selectFrom('cart').select('id').orderBy('id').execute();
    expect(remainingCarts.map(({ id }) => id)).toEqual(['1', '2', '3', 'own']);
  });

  test('deletes known devices after a year', async () => {
    const db = await open();
    const { id } = await addCustomer(db);
    const devices = [
      { token_hash: 'old', customer_id: id, created_at: NOW - YEAR_MS },
      { token_hash: 'new', customer_id: id, created_at: NOW - YEAR_MS + 1 },
    ];
    await db.write.insertInto('known_device').values(devices).execute();
    await deleteExpiredAuthRows({ db, now: () => NOW });
    expect(await db.read.selectFrom('known_device').select('token_hash').execute()).toEqual([{ token_hash: 'new' }]);
  });
});
