import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { recordFailedAttempt, saveWithRetries } from '#lib/platform/mail/failed-attempt.server.ts';
import { type Letterhead, senderOf } from '#lib/platform/mail/letterhead.ts';
import { PLAIN_COLORS } from '#lib/platform/mail/mail-style.ts';
import { type MailContent, mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { paceMailboxes } from '#lib/platform/mail/mailbox-pacing.server.ts';
import {
  acquireMailLease,
  deliverToMailbox,
  dueMails,
  giveUpExpired,
  isAnythingDue,
  type OutboxMail,
  RENEW_LEASE_EVERY_MS,
  recordHandover,
  recordSent,
  releaseMailLease,
  startAttempt,
} from '#lib/platform/mail/outbox.repo.server.ts';
import { MAX_UNCLEAR_ATTEMPTS, pauseMs, unclearPauseMs } from '#lib/platform/mail/retry.ts';
import {
  type Handover,
  openSmtp,
  type SmtpConnection,
  SmtpError,
  type SmtpMail,
  smtpCode,
} from '#lib/platform/mail/smtp.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import type { UpstreamFault } from '#lib/platform/upstream/faults.ts';

const BATCH_SIZE = 20;
const MAX_SENDING_PAUSE_MS = 30_000;

type MailShop = Pick<Shop, 'db' | 'settings' | 'log' | 'now'>;

export interface MailSender {
  /** The id with which this sender holds the email lease. */
  holder: string;
  /** The number of consecutive failures in which the server could not be reached, or did not respond. */
  failureCount: number;
  /** When sending may continue, as a value of `performance.now()`. */
  pausedUntil: number;
  faults: FaultLog;
  /** Read for each email, because the owner may change it. */
  letterhead: () => Letterhead;
}

const DEFAULT_LETTERHEAD: Letterhead = { from: 'shop@localhost', signature: '', colors: PLAIN_COLORS };

export function newMailSender(
  faults = new FaultLog(),
  letterhead: MailSender['letterhead'] = () => DEFAULT_LETTERHEAD,
): MailSender {
  return { holder: randomBytes(12).toString('base64url'), failureCount: 0, pausedUntil: 0, faults, letterhead };
}

/**
 * Sends emails until none is due, the server can't be reached, or `signal` aborts. Sends nothing while another process
 * has the email lease.
 */
export async function sendDueMail(shop: MailShop, sender: MailSender, signal?: AbortSignal): Promise<void> {
  const { db, settings, now } = shop;
  if (performance.now() < sender.pausedUntil) return;
  if (!(await isAnythingDue(db, now()))) return;
  await giveUpExpired(db, now());
  if (!settings.smtpUrl && settings.mode !== 'demo') return;
  if (!(await acquireMailLease(db, sender.holder, now()))) return;
  const renewal = setInterval(() => {
    // The next renewal retries. If the lease is lost, no email is sent.
    acquireMailLease(db, sender.holder, now()).catch(() => {});
  }, RENEW_LEASE_EVERY_MS);
  try {
    if (settings.smtpUrl) await sendAll(shop, sender, settings.smtpUrl, signal);
    else {
      await paceMailboxes(shop, sender.holder);
      await deliverToMailbox(db, now());
    }
  } finally {
    clearInterval(renewal);
    await releaseMailLease(db, sender.holder);
  }
}

async function sendAll(shop: MailShop, sender: MailSender, smtpUrl: string, signal?: AbortSignal): Promise<void> {
  let connection: SmtpConnection | undefined;
  try {
    for (;;) {
      await paceMailboxes(shop, sender.holder);
      const mails = await dueMails(shop.db, shop.now(), BATCH_SIZE);
      if (mails.length === 0) return;
      for (const mail of mails) {
        if (signal?.aborted) return;
        if (!connection?.isOpen()) connection = await connect(sender, smtpUrl);
        if (!connection) return;
        if (!(await sendMail(shop, sender, connection, mail))) return;
      }
    }
  } finally {
    connection?.close();
  }
}

async function connect(sender: MailSender, smtpUrl: string): Promise<SmtpConnection | undefined> {
  try {
    const connection = await openSmtp(smtpUrl);
    sender.faults.markRecovered('mail', 'connect');
    return connection;
  } catch (error) {
    pauseSending(sender);
    sender.faults.record(mailFault('connect', smtpCode(error)), error);
    return undefined;
  }
}

function pauseSending(sender: MailSender): void {
  sender.failureCount += 1;
  sender.pausedUntil = performance.now() + Math.min(pauseMs(sender.failureCount), MAX_SENDING_PAUSE_MS);
}

/** Sends one email. Returns false if this process must stop sending. */
async function sendMail(
  shop: MailShop,
  sender: MailSender,
  connection: SmtpConnection,
  mail: OutboxMail,
): Promise<boolean> {
  const { db, settings, log, now } = shop;
  if (!(await startAttempt(db, mail.id, sender.holder, now()))) return acquireMailLease(db, sender.holder, now());
  const attemptedMail = { ...mail, attempts: mail.attempts + 1 };
  if (mail.unsure >= MAX_UNCLEAR_ATTEMPTS) {
    await recordFailedAttempt(
      shop,
      attemptedMail,
      new SmtpError('no_reply', 'the process ended while it was handing over the email'),
    );
    return true;
  }
  try {
    await connection.send(smtpMail(mail, settings, sender.letterhead()), handoverOf(shop, sender, mail));
  } catch (error) {
    const isServerResponding = await recordSendFailure(shop, sender, attemptedMail, error);
    if (isServerResponding) sender.failureCount = 0;
    else pauseSending(sender);
    return isServerResponding;
  }
  sender.failureCount = 0;
  sender.faults.markRecovered('mail', 'send');
  await saveWithRetries(() => recordSent(db, mail.id, now()));
  log.debug({ mail: mail.id, kind: mail.kind }, 'mail sent');
  return true;
}

/**
 * Returns the handover of an email. It is recorded before it begins, because the shop may not learn afterwards whether
 * the server has accepted the email.
 */
function handoverOf({ db, now }: MailShop, sender: MailSender, mail: OutboxMail): Handover {
  return {
    hasFailedBefore: sender.failureCount > 0,
    async beforeHandover() {
      const unsure = mail.unsure + 1;
      const dueAt = now() + unclearPauseMs({ ...mail, unsure });
      if (!(await recordHandover(db, mail.id, sender.holder, now(), { unsure, dueAt })))
        throw new Error('the email must no longer be sent');
    },
  };
}

/** Records a failure to send an email. Returns false if the server has not responded. */
async function recordSendFailure(
  shop: MailShop,
  sender: MailSender,
  mail: OutboxMail,
  error: unknown,
): Promise<boolean> {
  const failure = error instanceof SmtpError ? error : new SmtpError('disconnected', error);
  const isUnanswered = failure.stage === 'no_reply';
  if (failure.stage !== 'recipient') sender.faults.record(mailFault('send', failure.code), error);
  await recordFailedAttempt(shop, { ...mail, unsure: mail.unsure + (isUnanswered ? 1 : 0) }, failure);
  return failure.stage !== 'disconnected' && !isUnanswered;
}

function mailFault(route: 'connect' | 'send', code: number | undefined): UpstreamFault {
  return { upstream: 'mail', route, kind: code === undefined ? 'unreachable' : `status_${code}` };
}

function smtpMail(mail: OutboxMail, settings: MailShop['settings'], letterhead: Letterhead): SmtpMail {
  const content: MailContent = JSON.parse(mail.content_json);
  return {
    messageId: `<${mail.id}@${new URL(settings.siteUrl).hostname}>`,
    from: senderOf(settings.mailFrom, letterhead),
    to: mail.to_address,
    subject: mail.subject,
    text: mailText(content, letterhead.signature),
    html: mailHtml(content, letterhead.signature, letterhead.colors),
    headers: mail.headers_json ? (JSON.parse(mail.headers_json) as Record<string, string>) : {},
    date: new Date(mail.created_at),
  };
}
