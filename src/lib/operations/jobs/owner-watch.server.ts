import { backUpWhenDue } from '#lib/operations/backup/scheduled-backup.server.ts';
import { faultWords } from '#lib/operations/doctor/fault-words.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { areKeysRefused } from '#lib/platform/upstream/faults.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import {
  notifyOwner,
  notifyOwnerOnce,
  OWNER_MAIL,
  recipientsOf,
  recordNotified,
} from '#lib/shop/owner-notices/notify-owner.server.ts';

type WatchedShop = Pick<Shop, 'db' | 'now'>;

const KEPT_MS = 60 * DAY_MS;
const MOST_NAMED = 20;
/** A service that is away for a moment comes back by itself. */
const FAILS_FOR_MS = 15 * MINUTE_MS;

/** Tells what no request causes: mails that were given up, a payment service that fails. */
export async function watchForOwner(shop: WatchedShop): Promise<void> {
  await tellStuckMails(shop);
  await tellPaymentFaults(shop);
  const keptSince = shop.now() - KEPT_MS;
  await shop.db.write.deleteFrom('owner_notice').where('at', '<', keptSince).execute();
}

/** Each mail is told once; those that were given up together are one mail. */
async function tellStuckMails({ db, now }: WatchedShop): Promise<void> {
  if (recipientsOf(db, 'stuckMails').length === 0) return;
  const stuck = await untoldMails(db, now() - DAY_MS);
  if (stuck.length === 0) return;
  await transaction(db, async (tx) => {
    const fresh: typeof stuck = [];
    for (const mail of stuck) if (await recordNotified(tx, 'stuckMails', mail.id, now())) fresh.push(mail);
    if (fresh.length > 0) await notifyOwner(tx, db, 'stuckMails', stuckNews(fresh), now());
  });
}

function untoldMails(db: WatchedShop['db'], since: number): Promise<{ id: string; subject: string }[]> {
  return db.write
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('gave_up_at', '>', since)
    .where('sent_at', 'is', null)
    .where('expires_at', 'is', null)
    .where('kind', 'not like', `${OWNER_MAIL}%`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('owner_notice')
            .select('about')
            .where('owner_notice.kind', '=', 'stuckMails')
            .whereRef('about', '=', 'outbox.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
}

function stuckNews(mails: readonly { subject: string }[]) {
  const heading = mails.length === 1 ? 'A mail could not be delivered' : `${mails.length} mails could not be delivered`;
  const named = mails.slice(0, MOST_NAMED).map(({ subject }) => subject);
  return { heading, lines: [named.join('\n')], command: 'mails list', thread: 'stuck-mails' };
}

async function tellPaymentFaults({ db, now }: WatchedShop): Promise<void> {
  if (recipientsOf(db, 'paymentTrouble').length === 0) return;
  const faults = (await readFaults(db, now() - HOUR_MS)).filter(
    ({ upstream, wellAt, kind, firstAt, lastAt }) =>
      upstream.startsWith('razorpay') && wellAt === null && (areKeysRefused(kind) || lastAt - firstAt > FAILS_FOR_MS),
  );
  for (const fault of faults) {
    const news = {
      heading: 'Payments do not work',
      lines: [`${faultWords(fault)}.`],
      command: 'doctor',
      thread: 'payments',
    };
    await notifyOwnerOnce(db, 'paymentTrouble', `${fault.upstream} ${fault.kind} ${fault.firstAt}`, news, now());
  }
}

/** Once a day, for as long as it fails. */
export async function backUpOrTell(shop: Parameters<typeof backUpWhenDue>[0], signal: AbortSignal): Promise<void> {
  try {
    await backUpWhenDue(shop, signal);
  } catch (error) {
    if (!signal.aborted) {
      const lines = [messageOf(error)];
      const news = { heading: 'The backup failed', lines, command: 'doctor', thread: 'backup' };
      await notifyOwnerOnce(shop.db, 'backup', indianIsoDay(shop.now()), news, shop.now());
    }
    throw error;
  }
}
