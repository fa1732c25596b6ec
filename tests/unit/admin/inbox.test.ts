import { expect, test } from 'vitest';
import { inboxScopeOf, waitingTime } from '#lib/admin/inbox/inbox.ts';
import { INBOX_QUERY, inboxSort, inboxState } from '#lib/admin/inbox/inbox-query.schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';

test.each([
  [-5, '1 minute'],
  [0, '1 minute'],
  [2 * MINUTE_MS - 1, '1 minute'],
  [59 * MINUTE_MS, '59 minutes'],
  [HOUR_MS, '1 hour'],
  [DAY_MS - 1, '23 hours'],
  [3 * DAY_MS, '3 days'],
])('shows a wait of %d ms as “%s”', (ms, text) => {
  expect(waitingTime(ms)).toBe(text);
});

test('sorts open items oldest first and closed ones newest first, and searches both by default', () => {
  const query = (params: Record<string, string>) => INBOX_QUERY.parse(params);
  expect([inboxSort(query({})), inboxState(query({}))]).toEqual(['oldest', 'open']);
  expect(inboxSort(query({ state: 'closed' }))).toBe('newest');
  expect(inboxState(query({ search: 'asha' }))).toBe('all');
  expect(inboxState(query({ search: 'asha', state: 'closed' }))).toBe('closed');
});

test('owners see everything, and packers see only exchanges that have not ended', () => {
  expect(inboxScopeOf('owner')).toEqual({ kinds: ['ticket', 'exchange', 'message', 'review'], includesEnded: true });
  expect(inboxScopeOf('packer')).toEqual({ kinds: ['exchange'], includesEnded: false });
});
