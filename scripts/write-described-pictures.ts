/**
 * Writes src/content/described-pictures.json: the width, height and dominant colour of each of the demo's pictures, so
 * that the first start of a demo shop need not decode the pictures. Run this script after adding or replacing pictures.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PictureStore, type StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

const contentFolder = fileURLToPath(new URL('../src/content/', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
const store = new PictureStore(dataDir);
const descriptions: StoredPicture[] = [];
try {
  for (const path of globSync('**/*.avif', { cwd: contentFolder }).sort())
    descriptions.push(await store.describe(readFileSync(join(contentFolder, path))));
} finally {
  await rm(dataDir, { recursive: true });
}
const lines = [...new Map(descriptions.map((picture) => [picture.hash, JSON.stringify(picture)])).values()].sort();
writeFileSync(join(contentFolder, 'described-pictures.json'), `[\n${lines.join(',\n')}\n]\n`);
process.exit(0);
