import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prefetch } from '#lib/catalog/import/prefetch.ts';

const noted: string[] = [];

async function* reading(last: number, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<number> {
  try {
    for (let at = 1; at <= last; at++) {
      noted.push(`read ${at}`);
      if (at === failsAt) throw new Error(`line ${at}`);
      yield at;
    }
  } finally {
    noted.push('closed');
  }
}

async function write(items: AsyncIterable<number>): Promise<void> {
  for await (const item of prefetch(items)) {
    await turn();
    noted.push(`written ${item}`);
  }
}

test('reads one ahead while the last is written', async () => {
  noted.length = 0;
  await write(reading(3));
  expect(noted).toEqual(['read 1', 'read 2', 'written 1', 'read 3', 'written 2', 'closed', 'written 3']);
});

test('reports a read error once, after everything before it is written', async () => {
  noted.length = 0;
  await expect(write(reading(3, 2))).rejects.toThrow('line 2');
  expect(noted).toEqual(['read 1', 'read 2', 'closed', 'written 1']);
});

test('a write error ends the reading, and a second error is still handled', async () => {
  noted.length = 0;
  const writing = async () => {
    for await (const item of prefetch(reading(3, 2))) throw new Error(`no room for ${item}`);
  };
  await expect(writing()).rejects.toThrow('no room for 1');
  await turn();
  expect(noted).toEqual(['read 1', 'read 2', 'closed']);
});
