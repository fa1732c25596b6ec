import { expect, test } from 'vitest';
import { sharedDatabase } from '#islands/offline/shared-database.ts';

test('a database is opened only once for all callers, and again after a failure or after it is closed', async () => {
  const closeCallbacks: (() => void)[] = [];
  const database = sharedDatabase((onClosed) => {
    closeCallbacks.push(onClosed);
    return closeCallbacks.length === 1
      ? Promise.reject(new Error('disk full'))
      : Promise.resolve(`opened ${closeCallbacks.length}`);
  });
  expect(await Promise.allSettled([database(), database()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(closeCallbacks).toHaveLength(1);
  expect(await Promise.all([database(), database()])).toEqual(['opened 2', 'opened 2']);
  closeCallbacks.at(-1)?.();
  expect(await database()).toBe('opened 3');
});
