import type { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { plural } from '#lib/primitives/plural.ts';
import type { CASH_BLOCK } from '#lib/sales/cash-rules/cash-block.schema.ts';
import { blockCustomer, blockPincode, blocksOf, type CashBlocks } from '#lib/sales/cash-rules/cash-blocks.server.ts';
import { customerHistory } from '#lib/sales/cash-rules/customer-history.server.ts';
import { type CashHistory, pincodeHistory } from '#lib/sales/cash-rules/pincode-history.server.ts';

type Parts = Pick<Shop, 'db' | 'now'>;

const NOT_CHOSEN = 'Choose a pincode or a customer.';

/**
 * Switches off cash on delivery as a form asks. Without a reason, it is what became of the parcels until now. Throws
 * `invalid`, and `not_found` for an order or an account that is gone.
 */
export async function switchOffCash(
  shop: Parts,
  { pincode, order, customer, reason }: z.infer<typeof CASH_BLOCK>,
): Promise<void> {
  if (pincode !== undefined) {
    await blockPincode(shop, { pincode, reason: reason || historyText(await pincodeHistory(shop.db, pincode)) });
    return;
  }
  const of = order !== undefined ? { order } : customer !== undefined ? { customer } : undefined;
  if (!of) throw new ShopError('invalid', NOT_CHOSEN);
  const person = await personOf(shop, of);
  const history = reason || historyText(await customerHistory(shop.db.write, person));
  await blockCustomer(shop, { ...person, reason: history, of });
}

async function personOf(
  { db }: Parts,
  of: { order: string } | { customer: string },
): Promise<{ email: string; mobile: string }> {
  const found =
    'order' in of
      ? await db.write.selectFrom('orders').select(['email', 'mobile']).where('id', '=', of.order).executeTakeFirst()
      : await db.write
          .selectFrom('customer')
          .select(['email', 'mobile'])
          .where('id', '=', of.customer)
          .executeTakeFirst();
  if (!found) throw new ShopError('not_found', 'There is no such customer.');
  return { email: found.email, mobile: found.mobile ?? '' };
}

/** Such as "3 of 4 cash parcels came back". */
export function historyText({ delivered, returned }: CashHistory): string {
  const parcels = delivered + returned;
  if (parcels === 0) return 'No cash parcel yet';
  return `${returned} of ${parcels} cash ${plural(parcels, 'parcel', 'parcels')} came back`;
}

export interface CashPast {
  /** Undefined without a pincode. */
  pincode: CashHistory | undefined;
  customer: CashHistory;
  blocks: CashBlocks;
}

/** What became of the cash parcels to a pincode and of a customer, and what is switched off for them. */
export async function readCashPast(
  { db }: Pick<Shop, 'db'>,
  given: { pincode?: string | undefined; email: string; mobile: string },
): Promise<CashPast> {
  const [pincode, customer, blocks] = await Promise.all([
    given.pincode === undefined ? undefined : pincodeHistory(db, given.pincode),
    customerHistory(db.read, given),
    blocksOf(db, given),
  ]);
  return { pincode, customer, blocks };
}
