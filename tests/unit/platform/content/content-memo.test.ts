import { expect, test } from 'vitest';
import { Content } from '#lib/platform/content/content.server.ts';

test('caches what was computed from texts, but not a failure', async () => {
  const content = new Content();
  let times = 0;
  const make = async () => {
    times += 1;
    if (times === 1) throw new Error('not yet');
    return times;
  };
  await expect(content.memo('posts', make)).rejects.toThrow('not yet');
  expect(await content.memo('posts', make)).toBe(2);
  expect(await content.memo('posts', make)).toBe(2);
});
