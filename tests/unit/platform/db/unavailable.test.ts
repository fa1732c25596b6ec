import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  isOutcomeUnknown,
  OutcomeUnknown,
} from '#lib/platform/db/query/unavailable.server.ts';

const errorWithCode = (code: string, details: object = {}) => Object.assign(new Error(code), { code }, details);

describe('isDatabaseUnavailable', () => {
  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
    ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT', 'EFBIG'],
    ...[
      'ERR_STREAM_DESTROYED',
      'ERR_STREAM_WRITE_AFTER_END',
      'ERR_SOCKET_CLOSED',
      'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
    ],
    ...['57P01', '57P02', '57P03', '57P04', '57P05', '08000', '08003', '08006', '08P01', '53300', '53100', '58030'],
    ...['25006', '25P03', '25P04', '55P03', '57014', '40001', '40P01'],
  ])('is true for %s', (code) => {
    expect(isDatabaseUnavailable(errorWithCode(code))).toBe(true);
  });

  test.each(['23505', '23514', '42P01', '42601', '22P02', 'ENOENT', 'EACCES', 'ERR_INVALID_ARG_TYPE'])(
    'is false for %s',
    (code) => {
      expect(isDatabaseUnavailable(errorWithCode(code))).toBe(false);
    },
  );

  test('is true for an error that has such an error as its cause, or as one of several errors', () => {
    const connectionRefused = errorWithCode('ECONNREFUSED');
    expect(isDatabaseUnavailable(new Error('could not read the cart', { cause: connectionRefused }))).toBe(true);
    expect(isDatabaseUnavailable(new Error('outer', { cause: new Error('inner', { cause: connectionRefused }) }))).toBe(
      true,
    );
    expect(isDatabaseUnavailable(new AggregateError([errorWithCode('ENOENT'), connectionRefused]))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([errorWithCode('ENOENT')]))).toBe(false);
    const circularError = new Error('circular');
    circularError.cause = circularError;
    expect(isDatabaseUnavailable(circularError)).toBe(false);
  });

  test('is true even if no change can have been made, unlike isOutcomeUnknown', () => {
    const unknownOutcome = new Error('could not place the order', { cause: new OutcomeUnknown('no answer to COMMIT') });
    expect([isDatabaseUnavailable(unknownOutcome), isOutcomeUnknown(unknownOutcome)]).toEqual([true, true]);
    const noConnection = new DatabaseUnavailable('no connection');
    expect([isDatabaseUnavailable(noConnection), isOutcomeUnknown(noConnection)]).toEqual([true, false]);
    expect(isOutcomeUnknown(errorWithCode('55P03'))).toBe(false);
    const errorOfAnotherBundle = Object.assign(new Error('no answer'), { name: 'OutcomeUnknown' });
    expect([isDatabaseUnavailable(errorOfAnotherBundle), isOutcomeUnknown(errorOfAnotherBundle)]).toEqual([true, true]);
  });

  test('is false for values that are not errors with a code', () => {
    for (const value of [
      undefined,
      null,
      'ECONNREFUSED',
      { code: 'ECONNREFUSED' },
      new TypeError('x is not a function'),
    ])
      expect(isDatabaseUnavailable(value)).toBe(false);
  });
});

test('isDatabaseUnavailable is true for Node’s errors: connection refused, no socket file, and connection closed', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const endedSocket = connect(port, '127.0.0.1');
  await once(endedSocket, 'connect');
  endedSocket.end();
  const [writeResult] = await Promise.all([once(endedSocket, 'error'), endedSocket.write('select 1')]);
  expect(isDatabaseUnavailable(writeResult[0]), String(writeResult[0])).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  for (const target of [{ port, host: '127.0.0.1' }, { path: '/tmp/no-such-folder/.s.PGSQL.5432' }]) {
    const [connectionError] = await once(connect(target), 'error');
    expect(isDatabaseUnavailable(connectionError), String(connectionError)).toBe(true);
  }
});

test('isDatabaseUnavailable is true for a full SQLite database, but not for a constraint violation', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 5; CREATE TABLE one (n INTEGER UNIQUE, text TEXT)');
  const thrownBy = (sql: string): unknown => {
    try {
      db.exec(sql);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(thrownBy("INSERT INTO one VALUES (1, 'x'), (1, 'y')")).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(thrownBy("INSERT INTO one VALUES (1, 'x'), (1, 'y')"))).toBe(false);
  expect(isDatabaseUnavailable(thrownBy('INSERT INTO one VALUES (1, hex(zeroblob(50000)))'))).toBe(true);
  db.close();
});
