import { expect, test } from 'vitest';
import { faultOf, isDiskFault, withPath } from '#lib/platform/errors/fault-kind.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const ofSqlite = (errcode: number) => coded('ERR_SQLITE_ERROR', { errcode });

test.each([
  [coded('ENOSPC'), 'full'],
  [coded('EDQUOT'), 'full'],
  [ofSqlite(13), 'full'],
  [coded('53100'), 'full'],
  [coded('EROFS'), 'read-only'],
  [ofSqlite(8), 'read-only'],
  [ofSqlite(8 + 256 * 3), 'read-only'],
  [coded('EACCES'), 'permission'],
  [coded('EIO'), 'disk-error'],
  [ofSqlite(10 + 256 * 12), 'disk-error'],
  [ofSqlite(11), 'damaged'],
  [ofSqlite(26), 'damaged'],
  [ofSqlite(14), 'cannot-open'],
  [ofSqlite(5), 'busy'],
  [coded('ENOENT'), 'path'],
  [coded('ENOENT', { syscall: 'connect' }), 'connection'],
  [coded('53300'), 'limit'],
])('%s is %s, also as a cause and as one of several', (error, kind) => {
  expect(faultOf(error)?.kind).toBe(kind);
  expect(faultOf(new Error('outer', { cause: new Error('inner', { cause: error }) }))?.kind).toBe(kind);
  expect(faultOf(new AggregateError([new Error('other'), error]))?.kind).toBe(kind);
});

test.each([new TypeError('x is not a function'), coded('23505'), ofSqlite(19), 'ENOSPC', undefined])(
  '%s has no kind',
  (error) => expect(faultOf(error)).toBeUndefined(),
);

test('the path comes from any error in the chain, and is added to a fault without one', () => {
  const named = coded('ENOSPC', { path: '/mnt/a' });
  expect(faultOf(new Error('outer', { cause: named }))?.path).toBe('/mnt/a');
  expect(withPath('/mnt/b', named)).toBe(named);
  expect(faultOf(withPath('/mnt/b', ofSqlite(13)))).toMatchObject({ kind: 'full', path: '/mnt/b' });
  const bug = new TypeError('bug');
  expect(withPath('/mnt/b', bug)).toBe(bug);
  expect([isDiskFault(named), isDiskFault(coded('ENOENT'))]).toEqual([true, false]);
});
