import { expect, test } from 'vitest';
import { afterFailure, MAX_UNCLEAR_ATTEMPTS, type TriedMail, unclearPauseMs } from '#lib/platform/mail/retry.ts';

const NOW = 1_795_000_000_000;
const HOUR_MS = 3_600_000;
const MAIL: TriedMail = { attempts: 1, unsure: 0, expires_at: null, failing_since: NOW, refused_since: null };
const REJECTION = { stage: 'recipient', code: 550, message: 'no' } as const;

test('the pauses after an uncertain result add up to 20 to 24 hours', () => {
  let sum = 0;
  for (let unsure = 1; unsure < MAX_UNCLEAR_ATTEMPTS; unsure++) {
    const decision = afterFailure({ ...MAIL, unsure }, { stage: 'no_reply', message: 'reset' }, NOW);
    expect(decision).toEqual({ kind: 'retry', dueAt: NOW + unclearPauseMs({ ...MAIL, unsure }) });
    sum += unclearPauseMs({ ...MAIL, unsure });
  }
  expect(sum).toBeGreaterThan(20 * HOUR_MS);
  expect(sum).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(
    afterFailure({ ...MAIL, unsure: MAX_UNCLEAR_ATTEMPTS }, { stage: 'no_reply', message: 'reset' }, NOW).kind,
  ).toBe('unclear');
});

test('retries an email after a second if the connection was lost before its last line', () => {
  const decision = afterFailure(
    { ...MAIL, unsure: MAX_UNCLEAR_ATTEMPTS },
    { stage: 'disconnected', message: 'reset' },
    NOW,
  );
  expect(decision).toEqual({ kind: 'retry', dueAt: NOW + 1_000 });
});

test('gives up after six hours of rejections, not after a number of attempts', () => {
  const mailRejectedFor = (ms: number) => ({ ...MAIL, attempts: 30, refused_since: NOW - ms });
  expect(afterFailure(mailRejectedFor(5 * HOUR_MS), REJECTION, NOW).kind).toBe('retry');
  expect(afterFailure(mailRejectedFor(6 * HOUR_MS), REJECTION, NOW).kind).toBe('failed');
  expect(afterFailure(mailRejectedFor(6 * HOUR_MS), { ...REJECTION, code: 450 }, NOW).kind).toBe('retry');
  expect(
    afterFailure(mailRejectedFor(6 * HOUR_MS), { ...REJECTION, stage: 'sender' }, NOW).kind,
    'a rejected sender is an error in the owner’s settings',
  ).toBe('retry');
});

test('retries an email with a code within a minute', () => {
  const codeMail = { ...MAIL, attempts: 20, unsure: 1, expires_at: NOW + 600_000 };
  for (const failure of [
    REJECTION,
    { stage: 'disconnected', message: '' } as const,
    { stage: 'no_reply', message: '' } as const,
  ]) {
    expect(afterFailure(codeMail, failure, NOW)).toMatchObject({
      kind: 'retry',
      dueAt: expect.toSatisfy((time) => time <= NOW + 60_000),
    });
  }
});
