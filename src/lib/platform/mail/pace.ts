import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/fields/durations.ts';
import { foldedEmail } from '#lib/fields/email.ts';

interface Pace {
  /** Mails that leave at once, within ten minutes. */
  atOnce: number;
  /** Mails of a day after which one an hour leaves. */
  aDay: number;
}

/** A stranger may have typed the one address; only its owner can cause mails to the other. */
const PACES = { typed: { atOnce: 5, aDay: 20 }, proven: { atOnce: 15, aDay: 100 } } satisfies Record<string, Pace>;
type PacedStanding = keyof typeof PACES;

/** What the mails of one mailbox are counted by, whatever the spelling: a stranger's never take a customer's own room. */
export function paceKey(standing: PacedStanding, address: string): string {
  return `${standing}:${foldedEmail(address)}`;
}

interface Turns {
  day: { key: string; most: number; windowMs: number };
  /** How many leave at once, on an ordinary day. */
  usual: { key: string; most: number; windowMs: number };
  /** The same when the day has had many. */
  busy: { key: string; most: number; windowMs: number };
}

export function turnsOf(key: string): Turns {
  const { atOnce, aDay } = key.startsWith('proven:') ? PACES.proven : PACES.typed;
  return {
    day: { key: `mails-day:${key}`, most: aDay, windowMs: DAY_MS },
    usual: { key: `mails:${key}`, most: atOnce, windowMs: 10 * MINUTE_MS },
    busy: { key: `mails-hour:${key}`, most: 1, windowMs: HOUR_MS },
  };
}
