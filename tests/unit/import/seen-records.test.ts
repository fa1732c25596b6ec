import { expect, test } from 'vitest';
import { SeenRecords } from '#lib/catalog/import/seen-records.server.ts';

test('returns where each of 30,000 keys was seen first', () => {
  const seen = new SeenRecords();
  const keys = Array.from({ length: 30_000 }, (_, at) => `product p-${at}`);
  for (const [at, key] of keys.entries()) {
    expect(seen.add(key, { file: at < 9_000 ? 'a.jsonl' : 'b.csv', line: at + 1 })).toBeUndefined();
  }
  for (const [at, key] of keys.entries()) {
    expect(seen.add(key, { file: 'c.csv', line: 1 })).toEqual({
      file: at < 9_000 ? 'a.jsonl' : 'b.csv',
      line: at + 1,
    });
  }
  expect(seen.add('category p-1', { file: 'c.csv', line: 7 })).toBeUndefined();
});
