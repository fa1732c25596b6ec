import { describe, expect, test } from 'vitest';
import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FileError } from '#lib/platform/files/storage/upload.ts';
import { ClientDisconnected } from '#lib/platform/http/client-disconnected.ts';
import { failureKind, logFailure } from '#lib/platform/http/failure.server.ts';

const errorWithCode = (code: string) => Object.assign(new Error(code), { code });
const REFUSALS = ['malformed', 'not_logged_in', 'refused', 'not_found', 'conflict', 'too_large'] as const;

describe('the kind of an error', () => {
  test.each([
    ...REFUSALS.map((code) => ['refusal', new ShopError(code, 'no')] as const),
    ['refusal', new FileError('wrong_type', 'no')],
    ['upstream_unavailable', new ShopError('busy', 'The gateway does not answer.')],
    ['upstream_unavailable', new FileError('busy', 'no', { cause: errorWithCode('ECONNREFUSED') })],
    ['client_gone', new ClientDisconnected({ cause: errorWithCode('ECONNRESET') })],
    ['client_gone', new ClientDisconnected({ cause: new ClientDisconnected({ cause: errorWithCode('57P01') }) })],
    ['database_unavailable', errorWithCode('57P01')],
    ['database_unavailable', errorWithCode('ECONNRESET')],
    ['database_unavailable', new Error('could not read', { cause: errorWithCode('ECONNRESET') })],
    ['bug', errorWithCode('23505')],
    ['bug', new TypeError('x is not a function')],
    ['bug', 'a text'],
    ['bug', undefined],
  ] as const)('is %s for %s', (kind, error) => {
    expect(failureKind(error)).toBe(kind);
  });

  test('is the same if another copy of the class created the error', () => {
    const copy = Object.assign(new Error('no'), { name: 'ClientDisconnected' });
    expect(failureKind(copy)).toBe('client_gone');
    expect(failureKind(Object.assign(new Error('no'), { name: 'ShopError', code: 'busy' }))).toBe(
      'upstream_unavailable',
    );
  });
});

describe('the log line of a failed request', () => {
  const request = { route: '/orders/track/[token]', method: 'GET', status: 500, requestId: 'r-1' };

  function linesOf(error: unknown, level: 'debug' | 'info' = 'info'): Record<string, unknown>[] {
    const lines: string[] = [];
    const log = openLog(level, { write: (line: string) => void lines.push(line) });
    logFailure(log, request, error);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('has the kind, the route, the status and the request id that the page shows', () => {
    expect(linesOf(new TypeError('x is not a function'))).toMatchObject([
      { level: 50, failure: 'bug', ...request, err: { type: 'TypeError', message: 'x is not a function' } },
    ]);
    expect(linesOf(errorWithCode('57P01'))).toMatchObject([{ level: 40, failure: 'database_unavailable', ...request }]);
  });

  test('has the code of an error from an external service', () => {
    const error = new FileError('busy', 'Please try again.', { cause: errorWithCode('ECONNREFUSED') });
    expect(linesOf(error)).toMatchObject([{ failure: 'upstream_unavailable', err: { code: 'ECONNREFUSED' } }]);
  });

  test('is not written for refusals, and for disconnected clients only at the level debug', () => {
    expect(linesOf(new ShopError('not_found', 'no'), 'debug')).toEqual([]);
    expect(linesOf(new ClientDisconnected())).toEqual([]);
    expect(linesOf(new ClientDisconnected(), 'debug')).toMatchObject([{ failure: 'client_gone' }]);
  });
});
