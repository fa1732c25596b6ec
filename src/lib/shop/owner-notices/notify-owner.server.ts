import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { MailSheet } from '#lib/platform/mail/mail-sheet.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { ownerRecipient } from '#lib/platform/mail/recipient.server.ts';
import { type OwnerMailKind, ownerAddresses } from '#lib/shop/settings/owner-mails.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * An email to the owner. It contains as little as possible about customers: no names, contact details or full
 * addresses.
 */
export interface OwnerNotice {
  heading: string;
  lines: readonly string[];
  sheet?: MailSheet | undefined;
  /** The command that shows more details, without the prefix `npm run shop --`. */
  command?: string | undefined;
  /**
   * What the notice is about: waiting emails with the same thread are joined. If many emails are waiting, emails with
   * other threads are joined, too.
   */
  thread?: string | undefined;
}

/**
 * The prefix of the kinds of emails to the owner. The owner is not notified if such an email is stuck, because the
 * notice might get stuck, too.
 */
export const OWNER_MAIL_PREFIX = 'owner_';

/** Returns the addresses for a kind of notice. Empty if the owner has set no address, or switched the notice off. */
export function recipientsOf(db: Pick<ShopDatabase, 'memo'>, kind: OwnerMailKind): string[] {
  return ownerAddresses(shopSettings(db).ownerMails, kind);
}

/** Emails the owner, if there is a recipient. Must be called in the transaction of the change that the notice reports. */
export async function notifyOwner(
  tx: Tx,
  db: Pick<ShopDatabase, 'memo'>,
  kind: OwnerMailKind,
  notice: OwnerNotice,
  now: number,
): Promise<void> {
  const { heading, lines, sheet, command, thread } = notice;
  const commandHint = command === undefined ? [] : [`More: npm run shop -- ${command}`];
  const content = { heading, lines: [...lines, ...(sheet ? [] : commandHint)], sheet, after: sheet ? commandHint : [] };
  for (const address of recipientsOf(db, kind)) {
    const to = ownerRecipient(address);
    await queueMail(tx, { to, kind: `${OWNER_MAIL_PREFIX}${kind}`, subject: heading, content, thread, now });
  }
}

/**
 * Notifies the owner of an event that is not stored, such as a failed backup. `about` identifies the event: all
 * processes together notify the owner of the event only once. Returns false if the owner was notified before, or has no
 * address.
 */
export async function notifyOwnerOnce(
  db: ShopDatabase,
  kind: OwnerMailKind,
  about: string,
  notice: OwnerNotice,
  now: number,
): Promise<boolean> {
  if (recipientsOf(db, kind).length === 0) return false;
  return transaction(db, async (tx) => {
    if (!(await recordNotice(tx, kind, about, now))) return false;
    await notifyOwner(tx, db, kind, notice, now);
    return true;
  });
}

/** Records that the owner is notified of an event. Returns false if the event is already recorded. */
export async function recordNotice(tx: Tx, kind: OwnerMailKind, about: string, at: number): Promise<boolean> {
  const insertResult = await tx
    .insertInto('owner_notice')
    .values({ kind, about, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (insertResult.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function wasOwnerNotified({ write }: ShopDatabase, kind: OwnerMailKind, about: string): Promise<boolean> {
  const notice = await write
    .selectFrom('owner_notice')
    .select('at')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .executeTakeFirst();
  return notice !== undefined;
}
