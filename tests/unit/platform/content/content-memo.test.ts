import { expect, test } from 'vitest';
import { Content } from '#lib/platform/content/content.server.ts';

test('caches a value computed from texts, but not a failure', async () => {
  const content = new Content();
  let runs = 0;
  const compute = async () => {
    runs += 1;
    if (runs === 1) throw new Error('not yet');
    return runs;
  };
  await expect(content.memo('posts', compute)).rejects.toThrow('not yet');
  expect(await content.memo('posts', compute)).toBe(2);
  expect(await content.memo('posts', compute)).toBe(2);
});
