import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SECRET_KEY_FILE, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { temporaryDir } from '#support/shop-process.ts';

const ROUNDS = 200;
const data = temporaryDir('secret-key');
afterAll(() => data.remove());

test('concurrent starts with a new folder use the same key', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = join(data.dir, String(round));
    const keys = await Promise.all(Array.from({ length: 6 }, () => secretKeyOf({ secretKey: '', dataDir })));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toHaveLength(43);
    expect(readFileSync(join(dataDir, SECRET_KEY_FILE), 'utf8')).toBe(keys[0]);
  }
});

test('rejects an empty key file', async () => {
  writeFileSync(join(data.dir, SECRET_KEY_FILE), '');
  await expect(secretKeyOf({ secretKey: '', dataDir: data.dir })).rejects.toThrow('secret-key is empty');
});
