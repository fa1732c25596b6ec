import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#lib/platform/content/content.server.ts';
import { DEMO_PICTURES_DIR, demoPictures } from '#lib/platform/content/demo-content.server.ts';
import type { OwnerPicture } from '#lib/platform/files/pictures/owner-picture.server.ts';
import type { PictureStore, StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type PictureIndex = Record<string, { fileStamp: string; picture: StoredPicture }>;

/** Returns the demo's pictures for texts and settings, by name. Stores pictures that are new or have changed. */
export async function loadDemoPictures(store: PictureStore, dataDir: string): Promise<Map<string, Picture>> {
  const indexPath = join(dataDir, 'pictures', 'content.json');
  const index: PictureIndex = existsSync(indexPath) ? JSON.parse(await readFile(indexPath, 'utf8')) : {};
  const picturesByName = new Map<string, Picture>();
  let isChanged = false;
  for (const name of demoPictures()) {
    const { size, mtimeMs } = statSync(join(DEMO_PICTURES_DIR, name));
    const fileStamp = `${size}-${Math.round(mtimeMs)}`;
    let entry = index[name];
    if (entry?.fileStamp !== fileStamp || !store.has(entry.picture.hash)) {
      entry = { fileStamp, picture: await store.store(await readFile(join(DEMO_PICTURES_DIR, name))) };
      index[name] = entry;
      isChanged = true;
    }
    picturesByName.set(name, { ...entry.picture, alt: '' });
  }
  if (isChanged) await writeFile(indexPath, JSON.stringify(index));
  return picturesByName;
}

/** Returns the demo's and the owner's pictures. The owner's pictures replace the demo's pictures of the same name. */
export function withOwnPictures(
  demoPicturesByName: ReadonlyMap<string, Picture>,
  content: Content,
): Shop['contentPictures'] {
  return {
    get(name) {
      const ownPicture = content.ownTexts.get(`pictures/${name}`);
      if (ownPicture?.state !== 'own') return demoPicturesByName.get(name);
      return content.memo(ownPicture.path, () => {
        const { svg: _svg, ...picture } = JSON.parse(ownPicture.body) as OwnerPicture;
        return { ...picture, alt: '' };
      });
    },
  };
}
