import type { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { completeAddress } from '#lib/sales/address/address.server.ts';
import { type AddressInput, orderAddress } from '#lib/sales/address/address.ts';
import { changeDraft, type DraftShop, type DraftVersion } from '#lib/sales/manual-orders/drafts.server.ts';
import { findKnownCustomer } from '#lib/sales/manual-orders/known-customer.server.ts';
import type { DRAFT_CONTACT } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { MANUAL_MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';

// Audit log entries about drafts contain no names or addresses, because the erasure of a customer's data finds entries
// only by order and customer.

/** The email address is an empty string if the customer has none. */
export type DraftContact = z.infer<typeof DRAFT_CONTACT>;

/**
 * Saves the customer's contact details and the handover. Throws `conflict` if the draft has another version, and
 * `not_found` if the draft does not exist.
 */
export function saveContact(shop: DraftShop, contact: DraftContact): Promise<{ id: string }> {
  const { source, contactName, contactMobile, contactEmail, handover, note, ...draft } = contact;
  const collected = handover === 'collect' ? 1 : 0;
  return changeDraft(shop, draft, 'save customer of draft order', async (tx, before) => {
    const columns = { source, collected, name: contactName, mobile: contactMobile, email: contactEmail, note };
    await tx.updateTable('draft_order').set(columns).where('id', '=', before.id).execute();
    // The page will show the address of the customer's last order.
    const shownOrderNumber = (await findKnownCustomer(tx, columns))?.lastOrder?.number;
    return {
      before: { source: before.source, collected: before.collected },
      after: { source, collected, ...(shownOrderNumber ? { addressShownOf: shownOrderNumber } : {}) },
    };
  });
}

/**
 * Saves the delivery address, and fills in an empty city or state from the pincode. Throws `invalid` if the city or the
 * state is still empty, or if the pincode is in another state, `conflict` if the draft has another version, and
 * `not_found` if the draft does not exist.
 */
export async function saveAddress(shop: DraftShop, { id, version, ...input }: DraftVersion & AddressInput) {
  const address = orderAddress(await completeAddress(input));
  return changeDraft(shop, { id, version }, 'save address of draft order', async (tx) => {
    await tx
      .updateTable('draft_order')
      .set({ address_json: JSON.stringify(address) })
      .where('id', '=', id)
      .execute();
    return { after: { state: address.state } };
  });
}

/**
 * Fills in the last address of the customer who has the draft's mobile number or email address, and the name, mobile
 * number and email address that the draft lacks. Changes the handover to sending. Throws `not_found` if the
 * draft or the customer does not exist, and `conflict` if the draft has another version.
 */
export function applyLastAddress(shop: DraftShop, draft: DraftVersion): Promise<{ id: string }> {
  return changeDraft(shop, draft, 'use last address in draft order', async (tx, before) => {
    const customer = await findKnownCustomer(tx, before);
    if (!customer) throw new ShopError('not_found', MANUAL_MESSAGES.noCustomerFound);
    const { name, email, mobile, address } = customer;
    const contact = { name: before.name || name, mobile: before.mobile || mobile, email: before.email || email };
    await tx
      .updateTable('draft_order')
      .set({ ...contact, collected: 0, address_json: JSON.stringify(address) })
      .where('id', '=', before.id)
      .execute();
    return { after: { state: address.state } };
  });
}
