import type { Tx } from '#lib/platform/db/db.server.ts';
import type { RestockWatchTable } from '#lib/platform/db/tables/restock.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { findRequestedItem, type RequestedItem } from '#lib/sales/back-in-stock/find-requested-item.server.ts';
import { type AvailableStock, mailsAllowed } from '#lib/sales/back-in-stock/restock.ts';
import { mailBackInStock } from '#lib/sales/back-in-stock/restock-mails.server.ts';

const MAILS_PER_TRANSACTION = 50;
const VARIANTS_PER_RUN = 500;

type NotifyShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;

/**
 * Emails customers who are waiting for an item that is back (product.md, "Back in stock"), for up to
 * `VARIANTS_PER_RUN` variants. Several processes may run this function at once.
 */
export async function notifyWaitingCustomers(shop: NotifyShop, signal?: AbortSignal): Promise<void> {
  for (const variantId of await variantIdsToCheck(shop)) {
    let hasMore = true;
    while (hasMore && !signal?.aborted)
      hasMore = await transaction(shop.db, (tx) => notifyNextCustomers(shop, tx, variantId));
  }
}

/** Returns the ids of the variants with new ledger lines, and of the variants for sale with emails left to send. */
async function variantIdsToCheck({ db }: NotifyShop): Promise<number[]> {
  const rows = await db.write
    .selectFrom('restock_watch')
    .select('variant_id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('stock_ledger')
            .select('stock_ledger.id')
            .whereRef('stock_ledger.variant_id', '=', 'restock_watch.variant_id')
            .whereRef('stock_ledger.id', '>', 'restock_watch.ledger_id'),
        ),
        eb.exists(
          eb
            .selectFrom('variant')
            .innerJoin('product', 'product.id', 'variant.product_id')
            .select('variant.id')
            .whereRef('variant.id', '=', 'restock_watch.variant_id')
            .where('restock_watch.mails_left', '>', 0)
            .where('product.status', '=', 'active'),
        ),
      ]),
    )
    .orderBy('variant_id')
    .limit(VARIANTS_PER_RUN)
    .execute();
  return rows.map(({ variant_id }) => Number(variant_id));
}

/**
 * Emails as many customers as the stock and `MAILS_PER_TRANSACTION` allow. Returns whether more customers may have to
 * be emailed.
 */
async function notifyNextCustomers(shop: NotifyShop, tx: Tx, variantId: number): Promise<boolean> {
  const watch = await lockWatch(tx, variantId);
  if (!watch) return false;
  const progress = await readProgress(tx, watch);
  const item = await findRequestedItem(tx, variantId);
  const mailCount = item
    ? await mailNextCustomers(shop, tx, item, Math.min(progress.mailsLeft, MAILS_PER_TRANSACTION))
    : 0;
  const mailsLeft = progress.mailsLeft - mailCount;
  if (!(await isAnyoneWaiting(tx, variantId))) {
    await tx.deleteFrom('restock_watch').where('variant_id', '=', variantId).execute();
    return false;
  }
  await tx
    .updateTable('restock_watch')
    .set({ ledger_id: progress.ledgerId, mails_left: mailsLeft })
    .where('variant_id', '=', variantId)
    .execute();
  return mailCount > 0 && mailsLeft > 0;
}

/** Emails up to `max` customers. Returns the number of emails. */
async function mailNextCustomers(shop: NotifyShop, tx: Tx, item: RequestedItem, max: number): Promise<number> {
  const requests = await claimNextRequests(tx, item.variant._id, max, shop.now());
  for (const request of requests) await mailBackInStock(shop, tx, item, request);
  return requests.length;
}

/**
 * Locks and returns the variant's row in `restock_watch`, so that other processes and new requests for the variant
 * wait.
 */
function lockWatch(tx: Tx, variantId: number): Promise<RestockWatchTable | undefined> {
  return tx
    .updateTable('restock_watch')
    .set({ variant_id: variantId })
    .where('variant_id', '=', variantId)
    .returningAll()
    .executeTakeFirst();
}

async function readProgress(
  tx: Tx,
  { variant_id, ledger_id, mails_left }: RestockWatchTable,
): Promise<{ ledgerId: number; mailsLeft: number }> {
  // The ledger is read before the stock, so that the next run counts a line that is added between the two queries.
  const newLines = await tx
    .selectFrom('stock_ledger')
    .select((eb) => [
      eb.fn.max('id').as('last_id'),
      eb.fn.sum<number>(eb.case().when('change', '>', 0).then(eb.ref('change')).else(0).end()).as('added_quantity'),
    ])
    .where('variant_id', '=', variant_id)
    .where('id', '>', ledger_id)
    .executeTakeFirstOrThrow();
  if (newLines.last_id === null) return { ledgerId: Number(ledger_id), mailsLeft: Number(mails_left) };
  const mailsLeft = mailsAllowed(
    Number(mails_left),
    Number(newLines.added_quantity),
    await availableStock(tx, variant_id),
  );
  return { ledgerId: Number(newLines.last_id), mailsLeft };
}

async function availableStock(tx: Tx, variantId: number): Promise<AvailableStock> {
  const { sell_unit, min_quantity, quantity } = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['sell_unit', 'min_quantity', 'quantity'])
    .where('variant.id', '=', variantId)
    .executeTakeFirstOrThrow();
  const bolts = await tx.selectFrom('bolt').select('length_cm').where('variant_id', '=', variantId).execute();
  const boltsCm = bolts.map(({ length_cm }) => Number(length_cm));
  return { sellUnit: sell_unit, minQuantity: Number(min_quantity), quantity: Number(quantity), boltsCm };
}

/**
 * Claims up to `max` requests, the oldest first. The requests are claimed before their emails are queued, because an
 * account may be deleted at the same time.
 */
async function claimNextRequests(tx: Tx, variantId: number, max: number, now: number) {
  if (max <= 0) return [];
  const nextRequests = await waitingRequests(tx, variantId)
    .select('id')
    .orderBy('asked_at')
    .orderBy('id')
    .limit(max)
    .execute();
  if (nextRequests.length === 0) return [];
  const ids = nextRequests.map(({ id }) => id);
  const claimedRequests = await tx
    .updateTable('restock_request')
    .set({ told_at: now })
    .where('id', 'in', ids)
    .where('told_at', 'is', null)
    .returning(['id', 'email', 'mailbox_id'])
    .execute();
  return claimedRequests.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

async function isAnyoneWaiting(tx: Tx, variantId: number): Promise<boolean> {
  return (await waitingRequests(tx, variantId).select('id').limit(1).executeTakeFirst()) !== undefined;
}

function waitingRequests(tx: Tx, variantId: number) {
  return tx.selectFrom('restock_request').where('variant_id', '=', variantId).where('told_at', 'is', null);
}
