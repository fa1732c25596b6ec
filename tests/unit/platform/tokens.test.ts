import { expect, test } from 'vitest';
import { newId } from '#lib/platform/tokens.server.ts';

test('an id consists of 32 hexadecimal digits, and is unique', () => {
  const ids = Array.from({ length: 500 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
