import { expect, test } from 'vitest';
import { attemptOf } from '#lib/platform/http/endpoint/request-attempt.server.ts';
import { browserContext } from '#support/browser-context.ts';

const KEY = 'k'.repeat(200);
const attemptWith = (key: string) => attemptOf(browserContext({}).visit('/', { 'idempotency-key': key }), {});

test('the same idempotency key is the same attempt, and another key is another attempt', () => {
  expect(attemptWith(KEY)).toEqual(attemptWith(KEY));
  expect(attemptWith(KEY).id).not.toBe(attemptWith(`${KEY.slice(1)}x`).id);
});

test('an idempotency key of more than 200 characters is rejected instead of being truncated', () => {
  expect(() => attemptWith(`${KEY}1`)).toThrow('The key can have at most 200 characters.');
});
