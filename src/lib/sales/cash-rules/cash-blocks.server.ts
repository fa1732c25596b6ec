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

// Pincodes and customers for which staff have switched off cash on delivery.

export type CashBlock = Selectable<CashBlockTable>;

type BlockShop = Pick<Shop, 'db' | 'now'>;

const RECORD_KIND = 'cash block';
const BLOCKS_PER_PAGE = 50;
const NOT_FOUND = 'Cash on delivery has already been switched on again.';
const NO_CONTACT = 'This customer has neither an email address nor a mobile number.';

/** Blocks a pincode. Returns the id of the new or existing block. Throws `invalid` if the pincode is unknown. */
export async function blockPincode(
  shop: BlockShop,
  { pincode, reason }: { pincode: string; reason: string },
): Promise<string> {
  if (!(await locationOfPincode(pincode))) {
    const { pincodeNotKnown } = ADDRESS_MESSAGES;
    throw new ShopError('invalid', pincodeNotKnown, { pincode: pincodeNotKnown });
  }
  return transaction(shop.db, (tx) =>
    addBlock(tx, shop, { pincode, email: null, mailbox: null, mobile: null, reason }),
  );
}

/** The record from which staff block a customer. */
export type CustomerRecord = { order: string } | { customer: string };

/**
 * Blocks the mailbox and the mobile number of a customer. `foundBy` is the record from which staff blocked the
 * customer, for the audit log. Returns the id of the new or existing block. Throws `conflict` if the customer has
 * neither an email address nor a mobile number.
 */
export async function blockCustomer(
  shop: BlockShop,
  { email, mobile, reason }: { email: string; mobile: string; reason: string },
  foundBy: CustomerRecord,
): Promise<string> {
  if (email === '' && mobile === '') throw new ShopError('conflict', NO_CONTACT);
  const contact = { email: email || null, mailbox: email === '' ? null : mailboxOf(email), mobile: mobile || null };
  return transaction(shop.db, (tx) => addBlock(tx, shop, { pincode: null, ...contact, reason }, foundBy));
}

async function addBlock(
  tx: Tx,
  shop: BlockShop,
  newBlock: Omit<CashBlock, 'id' | 'author' | 'created_at'>,
  foundBy: object = {},
): Promise<string> {
  const row = { ...newBlock, id: newId(), author: currentActor()?.name ?? null, created_at: shop.now() };
  const existingId = await findBlockId(tx, row);
  if (existingId !== undefined) return existingId;
  const addedRow = await tx
    .insertInto('cash_block')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // If no row was added, a concurrent request has added the same block.
  if (!addedRow) return (await findBlockId(tx, row)) ?? row.id;
  const after = { ...foundBy, ...(row.pincode === null ? {} : { pincode: row.pincode }), reason: row.reason };
  const event = { action: 'switch off cash on delivery', record: { kind: RECORD_KIND, id: row.id }, after };
  await recordAudit(tx, event, row.created_at);
  await invalidate(tx, [CASH_TAG]);
  return row.id;
}

/**
 * Returns the id of the block with the same pincode or mailbox or, if there is neither, with the same mobile number.
 * Returns undefined if there is no such block.
 */
async function findBlockId(tx: Tx, { pincode, mailbox, mobile }: CashBlock): Promise<string | undefined> {
  let query = tx.selectFrom('cash_block').select('id');
  if (pincode !== null) query = query.where('pincode', '=', pincode);
  else if (mailbox !== null) query = query.where('mailbox', '=', mailbox);
  else query = query.where('mobile', '=', mobile);
  return (await query.executeTakeFirst())?.id;
}

/** Removes and returns a block. Throws `not_found` if the block has already been removed. */
export function unblock({ db, now }: BlockShop, id: string): Promise<CashBlock> {
  return transaction(db, async (tx) => {
    const block = await tx.deleteFrom('cash_block').where('id', '=', id).returningAll().executeTakeFirst();
    if (!block) throw new ShopError('not_found', NOT_FOUND);
    const { pincode, reason } = block;
    const before = { ...(pincode === null ? {} : { pincode }), reason };
    await recordAudit(tx, { action: 'switch on cash on delivery', record: { kind: RECORD_KIND, id }, before }, now());
    await invalidate(tx, [CASH_TAG]);
    return block;
  });
}

/** Reads a page of blocks, the latest first. */
export function listBlocks(
  { write }: Pick<ShopDatabase, 'write'>,
  page: { after?: string; before?: string } = {},
): Promise<KeysetPage<CashBlock>> {
  const query = write.selectFrom('cash_block').selectAll();
  return keysetPage(query, { sort: { column: 'created_at', direction: 'desc' }, size: BLOCKS_PER_PAGE, ...page });
}

export interface CashBlocks {
  pincode?: CashBlock;
  customer?: CashBlock;
}

/** An order or a customer. The email address and the mobile number are empty if they are unknown. */
export interface CashSubject {
  /** The pincode of the address. Set only for an order. */
  pincode?: string;
  email: string;
  mobile: string;
}

/** Reads the blocks that apply to an order or customer. */
export async function blocksOf(db: Pick<ShopDatabase, 'write'>, subject: CashSubject): Promise<CashBlocks> {
  return (await blockLookup(db, [subject]))(subject);
}

/** Reads the blocks of all subjects with one statement. Returns a function that finds the blocks of one subject. */
export async function blockLookup(
  { write }: Pick<ShopDatabase, 'write'>,
  subjects: readonly CashSubject[],
): Promise<(subject: CashSubject) => CashBlocks> {
  const pincodes = new Set(subjects.map(({ pincode = '' }) => pincode));
  const mailboxes = new Set(subjects.map(mailboxIn));
  const mobiles = new Set(subjects.map(({ mobile }) => mobile));
  const blocks = await write
    .selectFrom('cash_block')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('pincode', 'in', [...pincodes]),
        eb('mailbox', 'in', [...mailboxes]),
        eb('mobile', 'in', [...mobiles]),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return (subject) => ({
    pincode: blocks.find(({ pincode }) => pincode !== null && pincode === subject.pincode),
    customer: blocks.find(
      ({ pincode, mailbox, mobile }) =>
        pincode === null &&
        ((mailbox !== null && mailbox === mailboxIn(subject)) || (mobile !== null && mobile === subject.mobile)),
    ),
  });
}

function mailboxIn({ email }: CashSubject): string {
  return email === '' ? '' : mailboxOf(email);
}
