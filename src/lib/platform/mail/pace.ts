import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

/**
 * The maximum number of emails in ten minutes, and the number in a day after which only one email an hour is sent.
 * Typed addresses have lower limits: a stranger may have typed them, whereas emails to a verified address are caused by
 * its owner.
 */
const PACES = {
  typed: { perTenMinutes: 5, perDay: 20 },
  proven: { perTenMinutes: 15, perDay: 100 },
  owner: { perTenMinutes: 6, perDay: 100 },
};
type PacedTrust = keyof typeof PACES;

export function isPaced(trust: string): trust is PacedTrust {
  return trust in PACES;
}

/**
 * Returns the same key for all spellings of an address. Typed and proven addresses have separate keys, so that
 * strangers can't use up a customer's budget.
 */
export function paceKey(trust: PacedTrust, address: string): string {
  return `${trust}:${foldedEmail(address)}`;
}

/** Returns the budgets of a key. `busyDayBudget` replaces `usualBudget` when `dailyBudget` is used up. */
export function budgetsOfPace(key: string) {
  const trust = key.slice(0, key.indexOf(':'));
  const { perTenMinutes, perDay } = PACES[isPaced(trust) ? trust : 'typed'];
  return {
    dailyBudget: { key: `mails-day:${key}`, max: perDay, windowMs: DAY_MS },
    usualBudget: { key: `mails:${key}`, max: perTenMinutes, windowMs: 10 * MINUTE_MS },
    busyDayBudget: { key: `mails-hour:${key}`, max: 1, windowMs: HOUR_MS },
  };
}
