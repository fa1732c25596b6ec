/** How a try to send a mail failed. */
export interface MailFailure {
  /** What the server was being told: `lost` when the connection broke off without an answer. */
  at: 'sender' | 'recipient' | 'message' | 'lost';
  /** The server's answer, such as 451. */
  code?: number | undefined;
  message: string;
}

export interface TriedMail {
  created_at: number;
  /** Tries so far, with the one that failed. */
  attempts: number;
  /** Tries in which all was handed over and no answer came. */
  unsure: number;
}

export type Verdict = { is: 'retry'; dueAt: number } | { is: 'unconfirmed' } | { is: 'hopeless' };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
/** A mail server that stays away longer than this is not coming back for this mail. */
const GIVE_UP_AFTER_MS = 48 * HOUR_MS;
/** Content that is refused for good is sometimes taken by the next server of a group. */
const TRIES_OF_REFUSED_CONTENT = 3;
/** The second time that a mail was handed over without an answer it counts as sent: a third copy helps nobody. */
export const MOST_UNSURE = 2;

/** What becomes of a mail after a failed try, at `now`. */
export function afterFailure(mail: TriedMail, failure: MailFailure, now: number): Verdict {
  if (mail.unsure >= MOST_UNSURE) return { is: 'unconfirmed' };
  const isRefused = (failure.code ?? 0) >= 500;
  if (isRefused && failure.at === 'recipient') return { is: 'hopeless' };
  if (isRefused && failure.at === 'message' && mail.attempts >= TRIES_OF_REFUSED_CONTENT) return { is: 'hopeless' };
  if (now - mail.created_at >= GIVE_UP_AFTER_MS) return { is: 'hopeless' };
  return { is: 'retry', dueAt: now + pauseMs(mail.attempts) };
}

/** The pause after so many tries in vain. */
export function pauseMs(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? SECOND_MS;
}
