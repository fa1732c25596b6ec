import type { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { plural } from '#lib/primitives/plural.ts';
import type { CASH_BLOCK } from '#lib/sales/cash-rules/cash-block.schema.ts';
import {
  blockCustomer,
  blockPincode,
  blocksOf,
  type CashSubject,
  type CustomerRecord,
} from '#lib/sales/cash-rules/cash-blocks.server.ts';
import { customerHistory, pincodeHistory } from '#lib/sales/cash-rules/cash-history.server.ts';
import type { CashHistory } from '#lib/sales/cash-rules/cash-rules.ts';

type CashShop = Pick<Shop, 'db' | 'now'>;

const NOT_CHOSEN = 'Choose a pincode or a customer.';

/**
 * Switches off cash on delivery for the pincode or the customer in a form. The default reason is the history of the
 * cash parcels. Throws `invalid` if the pincode is unknown or nothing was chosen, `not_found` if the order or account
 * does not exist, and `conflict` if the customer has neither an email address nor a mobile number.
 */
export async function switchOffCash(
  shop: CashShop,
  { pincode, order, customer, reason }: z.infer<typeof CASH_BLOCK>,
): Promise<void> {
  if (pincode !== undefined) {
    await blockPincode(shop, { pincode, reason: reason || historyText(await pincodeHistory(shop.db, pincode)) });
    return;
  }
  const foundBy = order !== undefined ? { order } : customer !== undefined ? { customer } : undefined;
  if (!foundBy) throw new ShopError('invalid', NOT_CHOSEN);
  const contact = await contactOf(shop, foundBy);
  const blockReason = reason || historyText(await customerHistory(shop.db.write, contact));
  await blockCustomer(shop, { ...contact, reason: blockReason }, foundBy);
}

async function contactOf({ db }: CashShop, foundBy: CustomerRecord): Promise<{ email: string; mobile: string }> {
  const { write } = db;
  const row = await ('order' in foundBy
    ? write.selectFrom('orders').select(['email', 'mobile']).where('id', '=', foundBy.order).executeTakeFirst()
    : write.selectFrom('customer').select(['email', 'mobile']).where('id', '=', foundBy.customer).executeTakeFirst());
  if (!row) throw new ShopError('not_found', 'There is no such customer.');
  return row;
}

/** Returns a string such as "3 of 4 cash parcels came back". */
export function historyText({ delivered, returned }: CashHistory): string {
  const parcelCount = delivered + returned;
  if (parcelCount === 0) return 'No cash parcels yet';
  return `${returned} of ${parcelCount} cash ${plural(parcelCount, 'parcel', 'parcels')} came back`;
}

/**
 * Reads the history of the cash parcels to a pincode and of a customer, and the blocks that apply to either. The
 * history of the pincode is undefined if the pincode is unknown.
 */
export async function readCashHistory({ db }: Pick<Shop, 'db'>, subject: CashSubject) {
  const [ofPincode, ofCustomer, blocks] = await Promise.all([
    subject.pincode === undefined ? undefined : pincodeHistory(db, subject.pincode),
    customerHistory(db.read, subject),
    blocksOf(db, subject),
  ]);
  return { ofPincode, ofCustomer, blocks };
}
