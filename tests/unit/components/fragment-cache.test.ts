import { expect, test } from 'vitest';
import { cachedFragment } from '#components/ui/fragment-cache.server.ts';

async function textOf(...fragment: Parameters<typeof cachedFragment>): Promise<string> {
  return new TextDecoder().decode(await cachedFragment(...fragment));
}

/** Appends the number of renderings so far to each text. */
function countingRenderer() {
  let times = 0;
  return { times: () => times, render: async (text: string) => `${text} ${++times}` };
}

test('renders markup once for the same values, and again for other values', async () => {
  const { times, render } = countingRenderer();
  const card = (price: number, isFirst: boolean) =>
    textOf(['a card', { name: 'Stole', price }, isFirst], () => render(`${price}`));
  expect(await card(100, true)).toBe('100 1');
  expect(await card(100, true)).toBe('100 1');
  expect(await card(90, true)).toBe('90 2');
  expect(await card(90, false)).toBe('90 3');
  expect(times()).toBe(3);
});

test('keeps a frequently used entry among thousands of others, and evicts an unused one', async () => {
  const { render } = countingRenderer();
  const first = await textOf(['used'], () => render('used'));
  await cachedFragment(['unused'], () => render('unused'));
  for (let at = 0; at < 3_000; at++) {
    await cachedFragment(['other', at], () => render('x'.repeat(4_000)));
    expect(await textOf(['used'], () => render('used'))).toBe(first);
  }
  expect(await textOf(['unused'], () => render('unused'))).not.toBe('unused 2');
});

test('counts bytes: a few hundred long entries evict older ones', async () => {
  const { times, render } = countingRenderer();
  const long = (at: number) => cachedFragment(['long', at], () => render('₹'.repeat(40_000)));
  for (let at = 0; at < 300; at++) await long(at);
  await long(299);
  expect(times()).toBe(300);
  await long(0);
  expect(times()).toBe(301);
});
