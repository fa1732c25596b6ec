import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/fields/durations.ts';

/** How a try to send a mail failed. */
export interface MailFailure {
  /**
   * What the server was being told. Without an answer: `cut` when the connection broke off before the mail's last line went
   * out, so that it was surely not taken, and `unanswered` after it, so that it may have been.
   */
  at: 'sender' | 'recipient' | 'message' | 'cut' | 'unanswered';
  /** The server's answer, such as 451. */
  code?: number | undefined;
  message: string;
}

export interface TriedMail {
  /** Tries so far, with the one that failed. */
  attempts: number;
  /** Tries in which all went out and no answer came, with the one that failed. */
  unsure: number;
  /** Codes: somebody waits for it, and after this it is of no use. */
  expires_at: number | null;
  /** Since when tries have failed. */
  failing_since: number | null;
  /** Since when this mail has been refused for good, try after try. */
  refused_since: number | null;
}

export type Verdict = { is: 'retry'; dueAt: number } | { is: 'unclear' } | { is: 'hopeless' };

export const LONGEST_PAUSE_MS = HOUR_MS;
export const LONGEST_UNCLEAR_PAUSE_MS = 16 * HOUR_MS;
const PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, LONGEST_PAUSE_MS];
/** Each try may be another copy in the mailbox; these make a day, after which only the owner sends it again. */
const UNCLEAR_PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, LONGEST_UNCLEAR_PAUSE_MS];
export const MOST_UNCLEAR = UNCLEAR_PAUSES_MS.length + 1;
/** A second copy of a code harms nobody, and the first may not have come. */
const UNCLEAR_CODE_PAUSE_MS = MINUTE_MS;
const LONGEST_CODE_PAUSE_MS = 30 * SECOND_MS;
/** A server that is being set up refuses everything for a while; only what it refuses for so long is hopeless. */
const REFUSED_FOR_MS = 6 * HOUR_MS;
const GIVE_UP_AFTER_MS = 48 * HOUR_MS;

/** What becomes of a mail after a failed try, at `now`. */
export function afterFailure(mail: TriedMail, failure: MailFailure, now: number): Verdict {
  if (failure.at === 'unanswered') {
    if (mail.unsure >= MOST_UNCLEAR) return { is: 'unclear' };
    return { is: 'retry', dueAt: now + unclearPauseMs(mail) };
  }
  const refusedForMs = isRefusal(failure) ? now - (mail.refused_since ?? now) : 0;
  const failingForMs = now - (mail.failing_since ?? now);
  if (refusedForMs >= REFUSED_FOR_MS || failingForMs >= GIVE_UP_AFTER_MS) return { is: 'hopeless' };
  const longestMs = mail.expires_at === null ? HOUR_MS : LONGEST_CODE_PAUSE_MS;
  return { is: 'retry', dueAt: now + Math.min(pauseMs(mail.attempts), longestMs) };
}

/** Whether the server will have none of this mail, as far as it says. A refused sender is the owner's affair, not the mail's. */
export function isRefusal({ at, code = 0 }: MailFailure): boolean {
  return code >= 500 && (at === 'recipient' || at === 'message');
}

/** The pause after so many tries in vain. */
export function pauseMs(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? SECOND_MS;
}

/** The pause after the mail went out whole and no answer came, the last of `unsure` times. */
export function unclearPauseMs({ unsure, expires_at }: Pick<TriedMail, 'unsure' | 'expires_at'>): number {
  if (expires_at !== null) return UNCLEAR_CODE_PAUSE_MS;
  return UNCLEAR_PAUSES_MS[Math.min(unsure, UNCLEAR_PAUSES_MS.length) - 1] ?? MINUTE_MS;
}
