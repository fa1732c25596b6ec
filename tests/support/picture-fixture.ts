import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { stockGoods } from './goods.ts';
import { testFolder } from './test-folder.ts';

/** Creates a shop with the products in goods.ts, a folder for pictures, and functions that create uploaded files. */
export async function pictureFixture(db: ShopDatabase, now: number) {
  await stockGoods(db);
  const dir = mkdtempSync(join(testFolder(), 'taana-picture-fixture-'));
  const pictures = new PictureStore(dir);
  const upload = async (
    name: string,
    background: string,
    { width = 600, height = 400 } = {},
  ): Promise<UploadedFile> => {
    const path = join(dir, name);
    const photo = sharp({ create: { width, height, channels: 3, background } }).jpeg();
    writeFileSync(path, await photo.withExif({ IFD0: { Copyright: 'secret' } }).toBuffer());
    return { field: 'pictures', name, kind: 'jpeg', bytes: 1, path };
  };
  const writeBrokenFile = (name: string): UploadedFile => {
    writeFileSync(join(dir, name), 'no picture');
    return { field: 'pictures', name, kind: 'jpeg', bytes: 1, path: join(dir, name) };
  };
  const filesIn = (folder: string) => {
    try {
      return readdirSync(join(dir, 'pictures', folder));
    } catch {
      // The folder does not exist, because nothing has been stored in it.
      return [];
    }
  };
  return {
    shop: { db, pictures, now: () => now, settings: readSettings({}) },
    ...{ upload, broken: writeBrokenFile },
    listMasters: () => filesIn('masters'),
    listUnconfirmed: () => filesIn('unconfirmed'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export async function readProductId(db: ShopDatabase, slug: string): Promise<number> {
  const product = await db.write.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return product.id;
}
