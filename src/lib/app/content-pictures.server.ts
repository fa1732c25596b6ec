import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PictureStore, StoredPicture } from '#lib/platform/files/pictures.server.ts';
import type { Picture } from '#lib/platform/files/pictures.ts';

const FOLDERS = ['slides', 'banners', 'blog', 'size-guide'];
export const CONTENT_PICTURES_DIR = fileURLToPath(new URL('../../content/catalogue/pictures/', import.meta.url));

type Known = Record<string, { seen: string; picture: StoredPicture }>;

export async function loadContentPictures(store: PictureStore, dataDir: string): Promise<Map<string, Picture>> {
  const listPath = join(dataDir, 'pictures', 'content.json');
  const known: Known = existsSync(listPath) ? JSON.parse(await readFile(listPath, 'utf8')) : {};
  const result = new Map<string, Picture>();
  let isChanged = false;
  for (const name of contentFiles()) {
    const { size, mtimeMs } = statSync(join(CONTENT_PICTURES_DIR, name));
    const seen = `${size}-${Math.round(mtimeMs)}`;
    let entry = known[name];
    if (entry?.seen !== seen || !store.has(entry.picture.hash)) {
      entry = { seen, picture: await store.store(await readFile(join(CONTENT_PICTURES_DIR, name))) };
      known[name] = entry;
      isChanged = true;
    }
    result.set(name, { ...entry.picture, alt: '' });
  }
  if (isChanged) await writeFile(listPath, JSON.stringify(known));
  return result;
}

function contentFiles(): string[] {
  return FOLDERS.flatMap((folder) => {
    const path = join(CONTENT_PICTURES_DIR, folder);
    return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  });
}
