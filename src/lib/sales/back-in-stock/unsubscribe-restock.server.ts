import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { idOfUnsubscribeToken } from '#lib/platform/mail/unsubscribe-link.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { REQUEST_RETENTION_MS } from '#lib/sales/back-in-stock/restock.ts';
import { RESTOCK_LIST } from '#lib/sales/back-in-stock/restock-mails.server.ts';
import { hashOfMailbox } from '#lib/sales/back-in-stock/save-request.server.ts';

export function isRestockToken({ secretKey }: Pick<Shop, 'secretKey'>, token: string): boolean {
  return idOfUnsubscribeToken(secretKey, RESTOCK_LIST, token) !== undefined;
}

/** Deletes all requests of the mailbox. Idempotent. Returns false if this shop did not create the token. */
export async function unsubscribeRestock(
  { db, secretKey }: Pick<Shop, 'db' | 'secretKey'>,
  token: string,
): Promise<boolean> {
  const mailboxHash = idOfUnsubscribeToken(secretKey, RESTOCK_LIST, token);
  if (mailboxHash === undefined) return false;
  await db.write.deleteFrom('restock_request').where('mailbox_id', '=', mailboxHash).execute();
  return true;
}

/** Deletes the request of the customer's mailbox for a variant. Idempotent. */
export async function cancelRestockRequest(
  { db }: Pick<Shop, 'db'>,
  { email }: Pick<Customer, 'email'>,
  variantId: number,
): Promise<void> {
  await db.write
    .deleteFrom('restock_request')
    .where('mailbox_id', '=', hashOfMailbox(email))
    .where('variant_id', '=', variantId)
    .execute();
}

export async function hasRestockRequest(
  { db }: Pick<Shop, 'db'>,
  { email }: Pick<Customer, 'email'>,
  variantId: number,
): Promise<boolean> {
  const row = await db.write
    .selectFrom('restock_request')
    .select('id')
    .where('mailbox_id', '=', hashOfMailbox(email))
    .where('variant_id', '=', variantId)
    .where('told_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes requests whose retention period has ended. */
export async function deleteOldRestockRequests({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const before = now() - REQUEST_RETENTION_MS;
  await db.write
    .deleteFrom('restock_request')
    .where((eb) => eb(eb.fn.coalesce('told_at', 'asked_at'), '<', before))
    .execute();
}
