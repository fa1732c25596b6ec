import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_CONTENT_DIR, describedPictureFinder } from '#lib/platform/content/demo-content.server.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';

const FILES = globSync('**/*.avif', { cwd: DEMO_CONTENT_DIR }).sort();
const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(DEMO_CONTENT_DIR, path)))
    .digest('hex')
    .slice(0, 24);
/** A sample of the files, because decoding all files takes twenty seconds. */
const SAMPLE = FILES.filter((_, index) => index % 25 === 0);

test('each demo picture has a stored description (scripts/write-described-pictures.ts)', () => {
  const findDescription = describedPictureFinder();
  expect(FILES.length).toBeGreaterThan(500);
  expect(FILES.filter((path) => !findDescription(hashOf(path)))).toEqual([]);
});

test('a description matches the decoded picture, and a described picture is stored without decoding', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'described-'));
  const findDescription = describedPictureFinder();
  const decodingStore = new PictureStore(join(dataDir, 'decoding'));
  const maker = new PictureMaker();
  maker.make = () => Promise.reject(new Error('decoded'));
  const store = new PictureStore(dataDir, maker, undefined, findDescription);
  for (const path of SAMPLE) {
    const bytes = readFileSync(join(DEMO_CONTENT_DIR, path));
    const description = await decodingStore.describe(bytes);
    expect(findDescription(description.hash)).toEqual(description);
    expect(await store.store(bytes)).toEqual(description);
    expect(store.has(description.hash)).toBe(true);
  }
  await expect(store.store(Buffer.from('not described'))).rejects.toThrow('decoded');
  await rm(dataDir, { recursive: true });
});
