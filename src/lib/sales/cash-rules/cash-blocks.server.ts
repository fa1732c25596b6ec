import type { Selectable } from 'kysely';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { type KeysetPage, keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { CashBlockTable } from '#lib/platform/db/tables/cash-blocks.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import { CASH_TAG } from '#lib/sales/cash-rules/cash-rules.ts';

/** Staff switch off cash on delivery for a pincode or a customer, and on again. */

export type CashBlock = Selectable<CashBlockTable>;

type BlockShop = Pick<Shop, 'db' | 'now'>;

const KIND = 'cash block';
const ON_A_PAGE = 50;
const NOT_FOUND = 'Cash on delivery is available there again already.';
const NOBODY = 'This customer has neither an email address nor a mobile number.';

/** Returns its id; the first one if it is switched off already. Throws `invalid` for an unknown pincode. */
export async function blockPincode(
  shop: BlockShop,
  { pincode, reason }: { pincode: string; reason: string },
): Promise<string> {
  if (!(await locationOfPincode(pincode))) {
    const { pincodeNotKnown } = ADDRESS_MESSAGES;
    throw new ShopError('invalid', pincodeNotKnown, { pincode: pincodeNotKnown });
  }
  return transaction(shop.db, (tx) => block(tx, shop, { pincode, email: null, mailbox: null, mobile: null, reason }));
}

/**
 * By the mailbox and by the mobile number. `of` is where staff found the customer, for the audit log. Returns its id; the
 * first one if it is switched off already. Throws `conflict` for a customer without
 * either.
 */
export async function blockCustomer(
  shop: BlockShop,
  {
    email,
    mobile,
    reason,
    of,
  }: { email: string; mobile: string; reason: string; of: { order: string } | { customer: string } },
): Promise<string> {
  if (email === '' && mobile === '') throw new ShopError('conflict', NOBODY);
  const person = { email: email || null, mailbox: email === '' ? null : mailboxOf(email), mobile: mobile || null };
  return transaction(shop.db, (tx) => block(tx, shop, { pincode: null, ...person, reason }, of));
}

async function block(
  tx: Tx,
  shop: BlockShop,
  given: Omit<CashBlock, 'id' | 'author' | 'created_at'>,
  of: object = {},
): Promise<string> {
  const row = { ...given, id: newId(), author: currentActor()?.name ?? null, created_at: shop.now() };
  const before = await existing(tx, row);
  if (before !== undefined) return before;
  const added = await tx
    .insertInto('cash_block')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody else did the same at this moment.
  if (!added) return (await existing(tx, row)) ?? row.id;
  const after = { ...of, ...(row.pincode === null ? {} : { pincode: row.pincode }), reason: row.reason };
  const event = { action: 'switch off cash on delivery', record: { kind: KIND, id: row.id }, after };
  await recordAudit(tx, event, row.created_at);
  await invalidate(tx, [CASH_TAG]);
  return row.id;
}

async function existing(tx: Tx, { pincode, mailbox, mobile }: CashBlock): Promise<string | undefined> {
  const blocks = tx.selectFrom('cash_block').select('id');
  const same =
    pincode === null
      ? mailbox === null
        ? blocks.where('mobile', '=', mobile)
        : blocks.where('mailbox', '=', mailbox)
      : blocks.where('pincode', '=', pincode);
  return (await same.executeTakeFirst())?.id;
}

/** Switches cash on delivery on again. Throws `not_found` if that has been done already. */
export function unblock({ db, now }: BlockShop, id: string): Promise<CashBlock> {
  return transaction(db, async (tx) => {
    const removed = await tx.deleteFrom('cash_block').where('id', '=', id).returningAll().executeTakeFirst();
    if (!removed) throw new ShopError('not_found', NOT_FOUND);
    const { pincode, reason } = removed;
    const before = { ...(pincode === null ? {} : { pincode }), reason };
    await recordAudit(tx, { action: 'switch on cash on delivery', record: { kind: KIND, id }, before }, now());
    await invalidate(tx, [CASH_TAG]);
    return removed;
  });
}

/** The latest first, a page at a time. */
export function listBlocks(
  { write }: Pick<ShopDatabase, 'write'>,
  page: { after?: string | undefined; before?: string | undefined } = {},
): Promise<KeysetPage<CashBlock>> {
  const blocks = write.selectFrom('cash_block').selectAll();
  return keysetPage(blocks, { sort: { column: 'created_at', direction: 'desc' }, size: ON_A_PAGE, ...page });
}

export interface CashBlocks {
  pincode?: CashBlock | undefined;
  customer?: CashBlock | undefined;
}

/** The pincode of an order, and its customer as typed; empty texts for what is not known. */
interface CashPlace {
  pincode?: string | undefined;
  email: string;
  mobile: string;
}

/** What staff have switched off for an order or a customer. */
export async function blocksOf(db: Pick<ShopDatabase, 'write'>, place: CashPlace): Promise<CashBlocks> {
  return (await blocksAmong(db, [place]))(place);
}

/** The same for many, by one statement. */
export async function blocksAmong(
  { write }: Pick<ShopDatabase, 'write'>,
  places: readonly CashPlace[],
): Promise<(place: CashPlace) => CashBlocks> {
  const all = (of: (place: CashPlace) => string | undefined) => [...new Set(places.map((place) => of(place) ?? ''))];
  const blocks = await write
    .selectFrom('cash_block')
    .selectAll()
    .where((row) =>
      row.or([
        row(
          'pincode',
          'in',
          all(({ pincode }) => pincode),
        ),
        row('mailbox', 'in', all(mailboxIn)),
        row(
          'mobile',
          'in',
          all(({ mobile }) => mobile),
        ),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return (place) => ({
    pincode: blocks.find(({ pincode }) => pincode !== null && pincode === place.pincode),
    customer: blocks.find(
      ({ pincode, mailbox, mobile }) =>
        pincode === null &&
        ((mailbox !== null && mailbox === mailboxIn(place)) || (mobile !== null && mobile === place.mobile)),
    ),
  });
}

function mailboxIn({ email }: CashPlace): string {
  return email === '' ? '' : mailboxOf(email);
}
