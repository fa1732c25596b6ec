import { expect, test } from 'vitest';
import { afterFailure, MAX_UNCLEAR, type TriedMail, unclearPauseMs } from '#lib/platform/mail/retry.ts';

const NOW = 1_795_000_000_000;
const HOUR_MS = 3_600_000;
const MAIL: TriedMail = { attempts: 1, unsure: 0, expires_at: null, failing_since: NOW, refused_since: null };
const REFUSED = { stage: 'recipient', code: 550, message: 'no' } as const;

test('the pauses after an uncertain result add up to 20 to 24 hours', () => {
  let sum = 0;
  for (let unsure = 1; unsure < MAX_UNCLEAR; unsure++) {
    const verdict = afterFailure({ ...MAIL, unsure }, { stage: 'unanswered', message: 'reset' }, NOW);
    expect(verdict).toEqual({ kind: 'retry', dueAt: NOW + unclearPauseMs({ ...MAIL, unsure }) });
    sum += unclearPauseMs({ ...MAIL, unsure });
  }
  expect(sum).toBeGreaterThan(20 * HOUR_MS);
  expect(sum).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(afterFailure({ ...MAIL, unsure: MAX_UNCLEAR }, { stage: 'unanswered', message: 'reset' }, NOW).kind).toBe(
    'unclear',
  );
});

test('retries an email after a second when the connection broke before its last line', () => {
  const verdict = afterFailure({ ...MAIL, unsure: MAX_UNCLEAR }, { stage: 'cut', message: 'reset' }, NOW);
  expect(verdict).toEqual({ kind: 'retry', dueAt: NOW + 1_000 });
});

test('gives up after six hours of rejections, not after a number of attempts', () => {
  const since = (ms: number) => ({ ...MAIL, attempts: 30, refused_since: NOW - ms });
  expect(afterFailure(since(5 * HOUR_MS), REFUSED, NOW).kind).toBe('retry');
  expect(afterFailure(since(6 * HOUR_MS), REFUSED, NOW).kind).toBe('failed');
  expect(afterFailure(since(6 * HOUR_MS), { ...REFUSED, code: 450 }, NOW).kind).toBe('retry');
  expect(
    afterFailure(since(6 * HOUR_MS), { ...REFUSED, stage: 'sender' }, NOW).kind,
    'a rejected sender is a fault of the owner’s setting',
  ).toBe('retry');
});

test('retries the email of a code within a minute', () => {
  const code = { ...MAIL, attempts: 20, unsure: 1, expires_at: NOW + 600_000 };
  for (const failure of [
    REFUSED,
    { stage: 'cut', message: '' } as const,
    { stage: 'unanswered', message: '' } as const,
  ]) {
    expect(afterFailure(code, failure, NOW)).toMatchObject({
      kind: 'retry',
      dueAt: expect.toSatisfy((at) => at <= NOW + 60_000),
    });
  }
});
