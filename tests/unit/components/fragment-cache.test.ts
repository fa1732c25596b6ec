import { expect, test } from 'vitest';
import { cachedFragment } from '#components/ui/fragment-cache.server.ts';

async function textOf(...fragment: Parameters<typeof cachedFragment>): Promise<string> {
  return new TextDecoder().decode(await cachedFragment(...fragment));
}

/** Returns a renderer that appends the number of renderings so far to each text. */
function countingRenderer() {
  let count = 0;
  return { renderCount: () => count, render: async (text: string) => `${text} ${++count}` };
}

test('renders markup once for the same values, and again for other values', async () => {
  const { renderCount, render } = countingRenderer();
  const card = (price: number, isFirst: boolean) =>
    textOf(['a card', { name: 'Stole', price }, isFirst], () => render(`${price}`));
  expect(await card(100, true)).toBe('100 1');
  expect(await card(100, true)).toBe('100 1');
  expect(await card(90, true)).toBe('90 2');
  expect(await card(90, false)).toBe('90 3');
  expect(renderCount()).toBe(3);
});

test('keeps a frequently used entry among thousands of others, and evicts an unused one', async () => {
  const { render } = countingRenderer();
  const firstText = await textOf(['used'], () => render('used'));
  await cachedFragment(['unused'], () => render('unused'));
  for (let index = 0; index < 3_000; index++) {
    await cachedFragment(['other', index], () => render('x'.repeat(4_000)));
    expect(await textOf(['used'], () => render('used'))).toBe(firstText);
  }
  expect(await textOf(['unused'], () => render('unused'))).not.toBe('unused 2');
});

test('limits the size in bytes: a few hundred long entries evict older ones', async () => {
  const { renderCount, render } = countingRenderer();
  const cacheLongEntry = (index: number) => cachedFragment(['long', index], () => render('₹'.repeat(40_000)));
  for (let index = 0; index < 300; index++) await cacheLongEntry(index);
  await cacheLongEntry(299);
  expect(renderCount()).toBe(300);
  await cacheLongEntry(0);
  expect(renderCount()).toBe(301);
});
