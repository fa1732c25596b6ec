import { LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import { type Customer, startSession } from '#lib/customers/auth/sessions/session.server.ts';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newToken, tokenHash } from '#lib/platform/tokens.server.ts';

const LINK_EXPIRED = 'This link is no longer valid. Please ask for a new one.';

export interface Browser {
  networks: Networks;
  challengeToken?: string;
  sessionToken?: string;
  deviceToken?: string;
  /** The name of the device, such as "Chrome on Android". */
  device: string;
}

export interface LoginResult {
  customer: Customer;
  sessionToken: string;
  /** The token for the device cookie; undefined if the device was known already. */
  deviceToken: string | undefined;
  next: string | undefined;
}

/**
 * Logs a customer in with an emailed link, which works once, and enables codes again. Throws a ShopError `invalid` for
 * an unknown, used or expired link.
 */
export async function redeemLoginLink(
  shop: Pick<Shop, 'db' | 'now'>,
  token: string,
  browser: Browser,
): Promise<LoginResult> {
  return transaction(shop.db, async (tx) => {
    const link = await tx
      .updateTable('sign_in_link')
      .set({ used_at: shop.now() })
      .where('token_hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', shop.now())
      .where('expires_at', '<=', latestValidEnd(shop.now(), LINK_LIFETIME_MS))
      .returning(['customer_id', 'next'])
      .executeTakeFirst();
    if (!link) throw new ShopError('invalid', LINK_EXPIRED);
    const customer = await tx
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', link.customer_id)
      .executeTakeFirstOrThrow();
    return logIn(shop, tx, customer, browser, link.next ?? undefined);
  });
}

/** Ends the session with this token or, with `onAllDevices`, all sessions of its customer. */
export async function logOut({ db }: Pick<Shop, 'db'>, token: string, onAllDevices: boolean): Promise<void> {
  const ownCustomerId = db.write.selectFrom('session').select('customer_id').where('token_hash', '=', tokenHash(token));
  const sessions = db.write.deleteFrom('session');
  await (onAllDevices
    ? sessions.where('customer_id', 'in', ownCustomerId)
    : sessions.where('token_hash', '=', tokenHash(token))
  ).execute();
}

/**
 * Starts a session, ends the browser's earlier session, and records the device as known. The caller must have
 * authenticated the customer. Resets the count of wrong codes.
 */
export async function logIn(
  { now }: Pick<Shop, 'now'>,
  tx: Tx,
  {
    updated_at: _updatedAt,
    wrong_codes: _wrongCodes,
    ...customer
  }: Customer & { updated_at: number; wrong_codes: number },
  browser: Browser,
  next: string | undefined,
): Promise<LoginResult> {
  await tx.updateTable('customer').set({ wrong_codes: 0 }).where('id', '=', customer.id).execute();
  if (browser.sessionToken)
    await tx.deleteFrom('session').where('token_hash', '=', tokenHash(browser.sessionToken)).execute();
  const sessionToken = await startSession(tx, now(), customer.id, browser.device);
  const isKnown = await isKnownDevice(tx, customer.id, browser.deviceToken);
  const deviceToken = isKnown ? undefined : newToken();
  if (deviceToken) {
    await tx
      .insertInto('known_device')
      .values({ token_hash: tokenHash(deviceToken), customer_id: customer.id, created_at: now() })
      .execute();
  }
  return { customer, sessionToken, deviceToken, next };
}

/** Returns whether the customer has logged in with this device token before. */
export async function isKnownDevice(
  db: Pick<Tx, 'selectFrom'>,
  customerId: string,
  token: string | undefined,
): Promise<boolean> {
  if (!token) return false;
  const row = await db
    .selectFrom('known_device')
    .select('token_hash')
    .where('token_hash', '=', tokenHash(token))
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}
