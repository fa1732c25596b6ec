import { expect, test } from 'vitest';
import { faultOf, isDiskFault, withPath } from '#lib/platform/errors/fault-kind.ts';

const errorWithCode = (code: string, details: object = {}) => Object.assign(new Error(code), { code, ...details });
const sqliteError = (errcode: number) => errorWithCode('ERR_SQLITE_ERROR', { errcode });

test.each([
  [errorWithCode('ENOSPC'), 'full'],
  [errorWithCode('EDQUOT'), 'full'],
  [sqliteError(13), 'full'],
  [errorWithCode('53100'), 'full'],
  [errorWithCode('EROFS'), 'read-only'],
  [sqliteError(8), 'read-only'],
  [sqliteError(8 + 256 * 3), 'read-only'],
  [errorWithCode('EACCES'), 'permission'],
  [errorWithCode('EIO'), 'disk-error'],
  [sqliteError(10 + 256 * 12), 'disk-error'],
  [sqliteError(11), 'damaged'],
  [sqliteError(26), 'damaged'],
  [sqliteError(14), 'cannot-open'],
  [sqliteError(5), 'busy'],
  [errorWithCode('ENOENT'), 'path'],
  [errorWithCode('ENOENT', { syscall: 'connect' }), 'connection'],
  [errorWithCode('53300'), 'limit'],
])('%s has the fault kind %s, also as a cause and as one of several errors', (error, kind) => {
  expect(faultOf(error)?.kind).toBe(kind);
  expect(faultOf(new Error('outer', { cause: new Error('inner', { cause: error }) }))?.kind).toBe(kind);
  expect(faultOf(new AggregateError([new Error('other'), error]))?.kind).toBe(kind);
});

test.each([new TypeError('x is not a function'), errorWithCode('23505'), sqliteError(19), 'ENOSPC', undefined])(
  '%s is not a fault',
  (error) => expect(faultOf(error)).toBeUndefined(),
);

test('the path comes from any error in the chain, and is added to a fault without one', () => {
  const errorWithPath = errorWithCode('ENOSPC', { path: '/mnt/a' });
  expect(faultOf(new Error('outer', { cause: errorWithPath }))?.path).toBe('/mnt/a');
  expect(withPath('/mnt/b', errorWithPath)).toBe(errorWithPath);
  expect(faultOf(withPath('/mnt/b', sqliteError(13)))).toMatchObject({ kind: 'full', path: '/mnt/b' });
  const bug = new TypeError('bug');
  expect(withPath('/mnt/b', bug)).toBe(bug);
  expect([isDiskFault(errorWithPath), isDiskFault(errorWithCode('ENOENT'))]).toEqual([true, false]);
});
