import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { FULL_WIDTHS, PICTURE_WIDTHS, pictureSrcset, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { parsePicturePath } from '#lib/platform/http/server/picture-handler.server.ts';

const dirs: string[] = [];
function emptyStore(): { store: PictureStore; dir: string } {
  const dir = mkdtempSync(join(tmpdir(), 'taana-pictures-'));
  dirs.push(dir);
  return { store: new PictureStore(dir), dir };
}
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

const solidPicture = (width: number, height: number, background = '#204060') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('the picture store', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('stores %s only once', async (format) => {
    const { store, dir } = emptyStore();
    const bytes = await solidPicture(300, 200).toFormat(format).toBuffer();
    const picture = await store.store(bytes);
    expect(picture).toMatchObject({ width: 300, height: 200 });
    expect(Number.parseInt(picture.dominant.slice(1, 3), 16)).toBeCloseTo(0x20, -1);
    expect(await store.store(bytes)).toEqual(picture);
    expect(readdirSync(join(dir, 'pictures', 'masters'))).toEqual([picture.hash]);
  });

  it('stores an AVIF within the limits unchanged; resizes or rotates others and removes their metadata', async () => {
    const { store, dir } = emptyStore();
    const master = (hash: string) => readFile(join(dir, 'pictures', 'masters', hash));
    const avif = await solidPicture(300, 400).avif().toBuffer();
    expect((await master((await store.store(avif)).hash)).equals(avif)).toBe(true);
    const photo = await solidPicture(3000, 1500)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .jpeg()
      .toBuffer();
    const storedPicture = await store.store(photo);
    expect(storedPicture).toMatchObject({ width: 2000, height: 1000 });
    expect((await sharp(await master(storedPicture.hash)).metadata()).exif).toBeUndefined();
    const rotatedPicture = await store.store(
      await solidPicture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect(rotatedPicture).toMatchObject({ width: 200, height: 300 });
  });

  it('rejects other file types, damaged files, SVG and decompression bombs, and does not leave any file', async () => {
    const { store, dir } = emptyStore();
    const png = await solidPicture(300, 300).png().toBuffer();
    await expect(store.store(Buffer.from('hello'))).rejects.toThrow();
    await expect(store.store(Buffer.alloc(0))).rejects.toThrow();
    await expect(store.store(png.subarray(0, png.length - 60))).rejects.toThrow();
    await expect(
      store.store(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).rejects.toThrow();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    await expect(store.store(bomb)).rejects.toThrow();
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('pictures resized in advance', () => {
  it('are stored in the same way as requested pictures', async () => {
    const { store, dir } = emptyStore();
    const { hash } = await store.store(await solidPicture(500, 250).png().toBuffer());
    expect(store.isResized(hash, 320, 'avif')).toBe(false);
    expect(await store.pregenerate(hash, 320, 'avif', new AbortController().signal)).toBe(true);
    expect(store.isResized(hash, 320, 'avif')).toBe(true);
    const storedPicture = await readFile(join(dir, 'pictures', 'cache', `${hash}-320.avif`));
    expect(storedPicture.equals((await store.resize(hash, 320, 'avif')) ?? Buffer.alloc(0))).toBe(true);
  });

  it('are stopped by requested pictures, and when the shop stops', async () => {
    const { store } = emptyStore();
    const noisyPicture = sharp({
      create: {
        width: 2000,
        height: 2000,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    const { hash } = await store.store(await noisyPicture.jpeg().toBuffer());
    const stop = new AbortController();
    const pregeneration = store.pregenerate(hash, 1600, 'avif', stop.signal);
    expect(await store.resize(hash, 160, 'webp')).toBeDefined();
    expect(await pregeneration).toBe(false);
    expect(store.isResized(hash, 1600, 'avif')).toBe(false);
    const lastPregeneration = store.pregenerate(hash, 1600, 'avif', stop.signal);
    stop.abort();
    expect(await lastPregeneration).toBe(false);
  });
});

describe('pictures resized on demand', () => {
  it('are made once, stored, and never enlarged', async () => {
    const { store, dir } = emptyStore();
    const { hash } = await store.store(await solidPicture(500, 250).png().toBuffer());
    const [firstPicture, secondPicture] = await Promise.all([
      store.resize(hash, 320, 'avif'),
      store.resize(hash, 320, 'avif'),
    ]);
    expect(firstPicture).toBe(secondPicture);
    expect(await sharp(firstPicture).metadata()).toMatchObject({ width: 320, height: 160, format: 'heif' });
    expect(await sharp(await store.resize(hash, 1600, 'webp')).metadata()).toMatchObject({
      width: 500,
      format: 'webp',
    });
    expect(readdirSync(join(dir, 'pictures', 'cache')).sort()).toEqual([`${hash}-1600.webp`, `${hash}-320.avif`]);
    expect(await store.resize('0'.repeat(24), 320, 'avif')).toBeUndefined();
  });

  it('of a product have fewer bytes per pixel in widths for dense screens', async () => {
    const { store } = emptyStore();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const cloth = sharp({ create: { width: 700, height: 300, channels: 3, background: '#000', noise } });
    const { hash } = await store.store(await cloth.webp().toBuffer());
    const bytesPerPixel = async (width: number) =>
      ((await store.resize(hash, width, 'avif'))?.length ?? 0) / (width * width * (300 / 700));
    expect(await bytesPerPixel(680)).toBeLessThan(0.85 * (await bytesPerPixel(560)));
  });

  it('remain transparent, but an almost opaque alpha channel is removed', async () => {
    const { store } = emptyStore();
    const keepsAlpha = async (alpha: number) => {
      const background = { r: 32, g: 64, b: 96, alpha };
      const picture = sharp({ create: { width: 200, height: 200, channels: 4, background } });
      const { hash } = await store.store(await picture.webp({ lossless: true }).toBuffer());
      return (await sharp(await store.resize(hash, 160, 'avif')).metadata()).hasAlpha;
    };
    expect(await keepsAlpha(254 / 255)).toBe(false);
    expect(await keepsAlpha(0.5)).toBe(true);
  });

  it('can be requested only in known widths and formats', () => {
    const hash = '0123456789abcdef01234567';
    for (const width of [...PICTURE_WIDTHS, ...FULL_WIDTHS.product]) {
      expect(parsePicturePath(pictureUrl(hash, width, 'avif'))).toEqual({ hash, width, format: 'avif' });
    }
    for (const path of ['-321.avif', '-0320.avif', '-320.png', '-320.avif/', '-99999.avif', '.avif', '-320.avif%00']) {
      expect(parsePicturePath(`/pictures/${hash}${path}`)).toBeUndefined();
    }
    expect(parsePicturePath('/pictures/../shop.sqlite')).toBeUndefined();
    expect(parsePicturePath(`/pictures/${hash.toUpperCase()}-320.avif`)).toBeUndefined();
    expect(pictureSrcset({ hash, width: 400 }, 'webp').split(', ')).toHaveLength(3);
  });
});
