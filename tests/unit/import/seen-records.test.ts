import { expect, test } from 'vitest';
import { SeenRecords } from '#lib/catalog/import/seen-records.server.ts';

test('returns where each of 30,000 keys was first seen', () => {
  const seenRecords = new SeenRecords();
  const keys = Array.from({ length: 30_000 }, (_, index) => `product p-${index}`);
  for (const [index, key] of keys.entries()) {
    expect(seenRecords.add(key, { file: index < 9_000 ? 'a.jsonl' : 'b.csv', line: index + 1 })).toBeUndefined();
  }
  for (const [index, key] of keys.entries()) {
    expect(seenRecords.add(key, { file: 'c.csv', line: 1 })).toEqual({
      file: index < 9_000 ? 'a.jsonl' : 'b.csv',
      line: index + 1,
    });
  }
  expect(seenRecords.add('category p-1', { file: 'c.csv', line: 7 })).toBeUndefined();
});
