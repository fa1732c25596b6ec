import type { Selectable } from 'kysely';
import type { OutboxTable } from '#lib/platform/db/tables/mail.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';

export interface MailFailure {
  /**
   * The step that failed. If there was no reply, this is `disconnected` if the email was certainly not accepted, and
   * `no_reply` if it may have been accepted.
   */
  stage: 'sender' | 'recipient' | 'message' | 'disconnected' | 'no_reply';
  code?: number | undefined;
  message: string;
}

/** `attempts` includes the failed attempt. */
export type TriedMail = Pick<
  Selectable<OutboxTable>,
  'attempts' | 'unsure' | 'expires_at' | 'failing_since' | 'refused_since'
>;

/** With `unclear` and `failed`, the email is given up. With `unclear`, it may have arrived. */
export type NextStep = { kind: 'retry'; dueAt: number } | { kind: 'unclear' } | { kind: 'failed' };

export const MAX_PAUSE_MS = HOUR_MS;
export const MAX_UNCLEAR_PAUSE_MS = 16 * HOUR_MS;
const PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, MAX_PAUSE_MS];
/** Each attempt may deliver another copy. After the last attempt, only the owner can send the email again. */
const UNCLEAR_PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, MAX_UNCLEAR_PAUSE_MS];
export const MAX_UNCLEAR_ATTEMPTS = UNCLEAR_PAUSES_MS.length + 1;
/** The pauses for emails that expire, such as login codes. */
const UNCLEAR_EXPIRING_PAUSE_MS = MINUTE_MS;
const MAX_EXPIRING_PAUSE_MS = 30 * SECOND_MS;
/** A long time, because a mail server that is being set up may reject everything. */
const GIVE_UP_REFUSED_AFTER_MS = 6 * HOUR_MS;
const GIVE_UP_AFTER_MS = 48 * HOUR_MS;

/** Returns whether and when to retry after a failed attempt. `now` is in epoch ms. */
export function afterFailure(mail: TriedMail, failure: MailFailure, now: number): NextStep {
  if (failure.stage === 'no_reply') {
    if (mail.unsure >= MAX_UNCLEAR_ATTEMPTS) return { kind: 'unclear' };
    return { kind: 'retry', dueAt: now + unclearPauseMs(mail) };
  }
  const refusedForMs = isRefusal(failure) ? now - (mail.refused_since ?? now) : 0;
  const failingForMs = now - (mail.failing_since ?? now);
  if (refusedForMs >= GIVE_UP_REFUSED_AFTER_MS || failingForMs >= GIVE_UP_AFTER_MS) return { kind: 'failed' };
  const maxPauseMs = mail.expires_at === null ? HOUR_MS : MAX_EXPIRING_PAUSE_MS;
  return { kind: 'retry', dueAt: now + Math.min(pauseMs(mail.attempts), maxPauseMs) };
}

/** Returns whether the email itself was rejected. A rejected sender is a problem with the settings. */
export function isRefusal({ stage, code = 0 }: MailFailure): boolean {
  return code >= 500 && (stage === 'recipient' || stage === 'message');
}

/** Returns the pause after this many failed attempts. */
export function pauseMs(attempts: number): number {
  return PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? SECOND_MS;
}

/** Returns the pause after an attempt without a reply. */
export function unclearPauseMs({ unsure, expires_at }: Pick<TriedMail, 'unsure' | 'expires_at'>): number {
  if (expires_at !== null) return UNCLEAR_EXPIRING_PAUSE_MS;
  return UNCLEAR_PAUSES_MS[Math.min(unsure, UNCLEAR_PAUSES_MS.length) - 1] ?? MINUTE_MS;
}
