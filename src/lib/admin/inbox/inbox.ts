import { isAllowed, type Role } from '#lib/admin/staff/roles.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { countText } from '#lib/primitives/plural.ts';

export const INBOX_KINDS = ['ticket', 'exchange', 'message', 'review'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const KIND_NAMES: Record<InboxKind, string> = {
  ticket: 'Ticket',
  exchange: 'Exchange',
  message: 'Message',
  review: 'Review',
};

/** The part of the inbox that a person may see. */
export interface InboxScope {
  kinds: readonly InboxKind[];
  /** Whether the scope includes exchanges that have ended, whose names and addresses packers no longer need. */
  includesEnded: boolean;
}

export function inboxScopeOf(role: Role): InboxScope {
  const mayAnswer = isAllowed(role, 'answer customers');
  return { kinds: mayAnswer ? INBOX_KINDS : ['exchange'], includesEnded: mayAnswer };
}

/** Returns a duration such as "3 hours", in the largest unit of which at least one has passed; at least "1 minute". */
export function waitingTime(ms: number): string {
  const [unitMs, unitName] = UNITS.find(([candidateMs]) => ms >= candidateMs) ?? UNITS[2];
  return countText(Math.max(1, Math.floor(ms / unitMs)), unitName);
}
const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const;
