import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prefetch } from '#lib/catalog/import/prefetch.ts';

const events: string[] = [];

async function* readItems(count: number, failingItem = Number.POSITIVE_INFINITY): AsyncGenerator<number> {
  try {
    for (let item = 1; item <= count; item++) {
      events.push(`read ${item}`);
      if (item === failingItem) throw new Error(`line ${item}`);
      yield item;
    }
  } finally {
    events.push('closed');
  }
}

async function write(items: AsyncIterable<number>): Promise<void> {
  for await (const item of prefetch(items)) {
    await immediate();
    events.push(`written ${item}`);
  }
}

test('reads one item ahead while the previous one is written', async () => {
  events.length = 0;
  await write(readItems(3));
  expect(events).toEqual(['read 1', 'read 2', 'written 1', 'read 3', 'written 2', 'closed', 'written 3']);
});

test('reports a read error once, after all items before it are written', async () => {
  events.length = 0;
  await expect(write(readItems(3, 2))).rejects.toThrow('line 2');
  expect(events).toEqual(['read 1', 'read 2', 'closed', 'written 1']);
});

test('a write error ends the reading, and a later read error causes no unhandled rejection', async () => {
  events.length = 0;
  const writing = async () => {
    for await (const item of prefetch(readItems(3, 2))) throw new Error(`no room for ${item}`);
  };
  await expect(writing()).rejects.toThrow('no room for 1');
  await immediate();
  expect(events).toEqual(['read 1', 'read 2', 'closed']);
});
