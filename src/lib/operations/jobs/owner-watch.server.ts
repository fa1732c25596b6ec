import { backUpWhenDue } from '#lib/operations/backup/scheduled-backup.server.ts';
import { describeFault } from '#lib/operations/doctor/describe-fault.ts';
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
  OWNER_MAIL_PREFIX,
  recipientsOf,
  recordNotice,
} from '#lib/shop/owner-notices/notify-owner.server.ts';

type WatchedShop = Pick<Shop, 'db' | 'now'>;

const NOTICE_RETENTION_MS = 60 * DAY_MS;
const MAX_SUBJECTS = 20;
/** The minimum duration of a reported outage. A shorter outage needs no action. */
const MIN_OUTAGE_MS = 15 * MINUTE_MS;

/**
 * Notifies the owner of problems that no request reports: undelivered emails and payment failures. Deletes old notices.
 */
export async function notifyOwnerOfFaults(shop: WatchedShop): Promise<void> {
  await reportStuckMails(shop);
  await reportPaymentFaults(shop);
  const keptSince = shop.now() - NOTICE_RETENTION_MS;
  await shop.db.write.deleteFrom('owner_notice').where('at', '<', keptSince).execute();
}

/** Reports each stuck email once. If there are several, they are reported in one notification. */
async function reportStuckMails({ db, now }: WatchedShop): Promise<void> {
  if (recipientsOf(db, 'stuckMails').length === 0) return;
  const stuckMails = await findUnreportedMails(db, now() - DAY_MS);
  if (stuckMails.length === 0) return;
  await transaction(db, async (tx) => {
    const claimedMails: typeof stuckMails = [];
    for (const mail of stuckMails) if (await recordNotice(tx, 'stuckMails', mail.id, now())) claimedMails.push(mail);
    if (claimedMails.length > 0) await notifyOwner(tx, db, 'stuckMails', stuckMailNotice(claimedMails), now());
  });
}

function findUnreportedMails(db: WatchedShop['db'], since: number): Promise<{ id: string; subject: string }[]> {
  return db.write
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('gave_up_at', '>', since)
    .where('sent_at', 'is', null)
    .where('expires_at', 'is', null)
    .where('kind', 'not like', `${OWNER_MAIL_PREFIX}%`)
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

function stuckMailNotice(mails: readonly { subject: string }[]) {
  const heading =
    mails.length === 1 ? 'An email could not be delivered' : `${mails.length} emails could not be delivered`;
  const subjects = mails.slice(0, MAX_SUBJECTS).map(({ subject }) => subject);
  return { heading, lines: [subjects.join('\n')], command: 'mails list', thread: 'stuck-mails' };
}

async function reportPaymentFaults({ db, now }: WatchedShop): Promise<void> {
  if (recipientsOf(db, 'paymentTrouble').length === 0) return;
  const faults = (await readFaults(db, now() - HOUR_MS)).filter(
    ({ upstream, recoveredAt, kind, firstAt, lastAt }) =>
      upstream.startsWith('razorpay') &&
      recoveredAt === null &&
      (areKeysRefused(kind) || lastAt - firstAt > MIN_OUTAGE_MS),
  );
  for (const fault of faults) {
    const notice = {
      heading: 'Payments are not working',
      lines: [`${describeFault(fault)}.`],
      command: 'doctor',
      thread: 'payments',
    };
    await notifyOwnerOnce(db, 'paymentTrouble', `${fault.upstream} ${fault.kind} ${fault.firstAt}`, notice, now());
  }
}

/**
 * Makes a backup if one is due. Reports a failure to the owner, at most once a day and not if `signal` was aborted, and
 * rethrows the error.
 */
export async function backUpAndReport(shop: Parameters<typeof backUpWhenDue>[0], signal: AbortSignal): Promise<void> {
  try {
    await backUpWhenDue(shop, signal);
  } catch (error) {
    if (!signal.aborted) {
      const lines = [messageOf(error)];
      const notice = { heading: 'The backup failed', lines, command: 'doctor', thread: 'backup' };
      await notifyOwnerOnce(shop.db, 'backup', indianIsoDay(shop.now()), notice, shop.now());
    }
    throw error;
  }
}
