import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { MailSheet } from '#lib/platform/mail/mail-sheet.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { ownerRecipient } from '#lib/platform/mail/recipient.server.ts';
import { type OwnerKind, ownerAddresses } from '#lib/shop/settings/owner-mails.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Says no more of a customer than the owner needs to begin: names and addresses stay in the shop. */
export interface OwnerNotice {
  heading: string;
  lines: readonly string[];
  sheet?: MailSheet | undefined;
  /** What to type for more, after `npm run shop --`. */
  command?: string | undefined;
  /** What it is about: waiting mails about the same become one, and many become one in any case. */
  thread?: string | undefined;
}

/** Mails of these kinds are not told of when they are stuck: that would never end. */
export const OWNER_MAIL = 'owner_';

export function recipientsOf(db: Pick<ShopDatabase, 'memo'>, kind: OwnerKind): string[] {
  return ownerAddresses(shopSettings(db).ownerMails, kind);
}

/** Call it in the transaction of what the mail tells. Nothing is written where nobody wants to hear of it. */
export async function notifyOwner(
  tx: Tx,
  db: Pick<ShopDatabase, 'memo'>,
  kind: OwnerKind,
  news: OwnerNotice,
  now: number,
): Promise<void> {
  const { heading, lines, sheet, command, thread } = news;
  const more = command === undefined ? [] : [`More: npm run shop -- ${command}`];
  const content = { heading, lines: [...lines, ...(sheet ? [] : more)], sheet, after: sheet ? more : [] };
  for (const address of recipientsOf(db, kind)) {
    const to = ownerRecipient(address);
    await queueMail(tx, { to, kind: `${OWNER_MAIL}${kind}`, subject: heading, content, thread, now });
  }
}

/** For what no row of the shop says, such as that a backup failed: once for all processes. False when it was told. */
export async function notifyOwnerOnce(
  db: ShopDatabase,
  kind: OwnerKind,
  about: string,
  news: OwnerNotice,
  now: number,
): Promise<boolean> {
  if (recipientsOf(db, kind).length === 0) return false;
  return transaction(db, async (tx) => {
    if (!(await recordNotified(tx, kind, about, now))) return false;
    await notifyOwner(tx, db, kind, news, now);
    return true;
  });
}

export async function recordNotified(tx: Tx, kind: OwnerKind, about: string, at: number): Promise<boolean> {
  const noted = await tx
    .insertInto('owner_notice')
    .values({ kind, about, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function wasNotified({ write }: ShopDatabase, kind: OwnerKind, about: string): Promise<boolean> {
  const told = await write
    .selectFrom('owner_notice')
    .select('at')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .executeTakeFirst();
  return told !== undefined;
}
