import { expect, test } from 'vitest';
import { sharedDatabase } from '#islands/offline/shared-database.ts';

test('a database is opened once for all callers, and again after a failure or once it is closed', async () => {
  const closes: (() => void)[] = [];
  const database = sharedDatabase((onClosed) => {
    closes.push(onClosed);
    return closes.length === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve(`opened ${closes.length}`);
  });
  expect(await Promise.allSettled([database(), database()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(closes).toHaveLength(1);
  expect(await Promise.all([database(), database()])).toEqual(['opened 2', 'opened 2']);
  closes.at(-1)?.();
  expect(await database()).toBe('opened 3');
});
