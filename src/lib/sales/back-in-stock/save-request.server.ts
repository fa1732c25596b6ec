import { isOutOfStock } from '#lib/catalog/products/catalog.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId, tokenHash } from '#lib/platform/tokens.server.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import { requestedItem } from '#lib/sales/back-in-stock/find-requested-item.server.ts';
import { MAX_REQUESTS, RESTOCK_MESSAGES } from '#lib/sales/back-in-stock/restock.ts';

export type RestockRequestResult = 'waiting' | 'in_stock';

export interface RestockRequest {
  variantId: number;
  email: string;
}

/** Returns a hash that is the same for all spellings of a mailbox. */
export function hashOfMailbox(email: string): string {
  return tokenHash(mailboxOf(email));
}

/**
 * Saves a request, unless the item is in stock. Idempotent: a repeated request keeps its position in the queue. Throws
 * `not_found` if the item does not exist or is not for sale, and `conflict` if the mailbox already has the maximum
 * number of requests.
 */
export async function saveRequest(
  tx: Tx,
  { variantId, email }: RestockRequest,
  now: number,
): Promise<RestockRequestResult> {
  // The ledger is read before the stock, so that `notifyWaitingCustomers` counts stock added in between.
  const ledgerId = await lastLedgerId(tx, variantId);
  const { variant } = await requestedItem(tx, variantId);
  if (!isOutOfStock(variant)) return 'in_stock';
  const mailboxHash = hashOfMailbox(email);
  await checkRequestLimit(tx, mailboxHash, variantId);
  // Also locks an existing row, so that `notifyWaitingCustomers` can't delete it before this request is committed.
  await tx
    .insertInto('restock_watch')
    .values({ variant_id: variantId, ledger_id: ledgerId, mails_left: 0 })
    .onConflict((on) => on.column('variant_id').doUpdateSet({ variant_id: variantId }))
    .execute();
  const request = { email, asked_at: now, told_at: null };
  await tx
    .insertInto('restock_request')
    .values({ id: newId(), variant_id: variantId, mailbox_id: mailboxHash, ...request })
    .onConflict((on) =>
      on.columns(['variant_id', 'mailbox_id']).doUpdateSet(request).where('restock_request.told_at', 'is not', null),
    )
    .execute();
  return 'waiting';
}

async function lastLedgerId(tx: Tx, variantId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('stock_ledger')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

async function checkRequestLimit(tx: Tx, mailboxHash: string, variantId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('restock_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxHash)
    .where('variant_id', '<>', variantId)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_REQUESTS) throw new ShopError('conflict', RESTOCK_MESSAGES.tooManyItems);
}
