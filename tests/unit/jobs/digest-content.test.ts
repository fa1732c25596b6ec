import { expect, test } from 'vitest';
import { digestContent } from '#lib/operations/jobs/digest-content.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

const QUIET_DAY = {
  ...{ at: Date.UTC(2026, 10, 22), yesterday: { orders: 0, paise: 0 }, openOrderCount: 0, openTicketCount: 0 },
  ...{
    refunds: { count: 0, paise: 0 },
    openExchangeCount: 0,
    lowStock: [],
    soldOut: [],
    searches: [],
    stuckMailCount: 0,
  },
};

test.each([
  [undefined, 'Turned off: BACKUP_DIR is not set.'],
  [Number.POSITIVE_INFINITY, 'No backup yet.'],
  [1.5 * HOUR_MS, 'The newest is 1 hour old.'],
  [5 * HOUR_MS, 'The newest is 5 hours old.'],
])('the morning summary states the age of the newest backup: %s', (backupAgeMs, text) => {
  expect(digestContent({ ...QUIET_DAY, backupAgeMs }).sheet?.facts.at(-1)).toEqual({ label: 'Backup', lines: [text] });
});
