import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { addPictures } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { changePictures } from '#lib/catalog/admin/pictures/change-pictures.server.ts';
import { cropPicture } from '#lib/catalog/admin/pictures/crop-picture.server.ts';
import { sweepUnusedPictures } from '#lib/catalog/admin/pictures/unused-pictures.server.ts';
import { readProductDetails } from '#lib/catalog/admin/product-details.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { pictureFixture, readProductId } from '#support/picture-fixture.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

onBothEngines('product pictures in the admin', (open) => {
  async function setUp() {
    const db = await open();
    const fixture = await pictureFixture(db, NOW);
    cleanUps.push(fixture.remove);
    const id = await readProductId(db, 'test-kurta');
    const readDetails = () => readProductDetails(db, id);
    const arrangePicture = async (
      action: 'save' | 'up' | 'down' | 'first' | 'remove',
      index = 0,
      alt: string[] = [],
    ) => {
      const { version, pictures } = await readDetails();
      await changePictures(fixture.shop, id, {
        version,
        src: pictures.map(({ src }) => src),
        alt,
        color: [],
        action,
        position: index,
      });
    };
    return { ...fixture, db, id, readDetails, arrangePicture };
  }

  test('are rotated upright and stripped of metadata, and appear in the shop immediately', async () => {
    const { shop, db, id, readDetails, upload, listMasters, listUnconfirmed } = await setUp();
    const { version } = await readDetails();
    const files = [await upload('a.jpg', '#a33'), await upload('b.jpg', '#3a3')];
    const result = await runAs(ASHA, () => addPictures(shop, { id, version }, files));
    expect(result).toEqual({ addedCount: 2, version: (await readDetails()).version });
    const { pictures } = await readDetails();
    expect(pictures).toMatchObject([
      { width: 600, height: 400, alt: '' },
      { width: 600, height: 400, alt: '' },
    ]);
    expect((await showProduct(db, 'test-kurta'))?.pictures.map(({ hash }) => hash)).toEqual(
      pictures.map(({ hash }) => hash),
    );
    const storedPicture = await shop.pictures.read(pictures[0]?.hash ?? '');
    const metadata = await sharp(storedPicture).metadata();
    expect([metadata.format, metadata.exif]).toEqual(['webp', undefined]);
    expect([listMasters().length, listUnconfirmed()]).toEqual([2, []]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-kurta' } });
    expect(entries[0]).toMatchObject({ actor: 'Asha', action: 'add pictures' });
  });

  test('are not added again by a repeated request', async () => {
    const { shop, id, readDetails, upload } = await setUp();
    const { version } = await readDetails();
    const files = [await upload('a.jpg', '#a33')];
    await addPictures(shop, { id, version }, files);
    expect(await addPictures(shop, { id, version }, files)).toEqual({
      addedCount: 0,
      version: (await readDetails()).version,
    });
    expect((await readDetails()).pictures).toHaveLength(1);
  });

  test('can be described, moved and removed', async () => {
    const { shop, id, db, readDetails, arrangePicture, upload } = await setUp();
    const files = await Promise.all(['#a33', '#3a3', '#33a'].map((color) => upload(`${color}.jpg`, color)));
    await addPictures(shop, { id, version: (await readDetails()).version }, files);
    const [a, b, c] = (await readDetails()).pictures.map(({ src }) => src);
    await arrangePicture('first', 2, ['Front', 'Back', 'Cloth']);
    expect((await readDetails()).pictures).toMatchObject([
      { src: c, alt: 'Cloth' },
      { src: a, alt: 'Front' },
      { src: b, alt: 'Back' },
    ]);
    await arrangePicture('down', 0);
    await arrangePicture('up', 2);
    expect((await readDetails()).pictures.map(({ src }) => src)).toEqual([a, b, c]);
    await arrangePicture('remove', 1);
    expect((await readDetails()).pictures.map(({ alt }) => alt)).toEqual(['Front', 'Cloth']);
    await arrangePicture('remove', 0);
    await arrangePicture('remove', 0);
    expect((await readDetails()).pictures).toEqual([]);
    expect((await showProduct(db, 'test-kurta'))?.pictures).toEqual([]);
  });

  test('can be assigned to a colour of the product', async () => {
    const { shop, id, readDetails, upload } = await setUp();
    await addPictures(shop, { id, version: (await readDetails()).version }, [await upload('a.jpg', '#a33')]);
    const { version, pictures, colors } = await readDetails();
    expect(colors).toEqual(['Rust']);
    const form = { version, src: pictures.map(({ src }) => src), alt: ['Front'], action: 'save' as const, position: 0 };
    await changePictures(shop, id, { ...form, color: ['Rust'] });
    expect((await readDetails()).pictures).toMatchObject([{ color: 'Rust', alt: 'Front' }]);
  });

  test('are cropped to 4:5, either as a whole or within an area', async () => {
    const { shop, id, readDetails, arrangePicture, upload } = await setUp();
    await addPictures(shop, { id, version: (await readDetails()).version }, [await upload('a.jpg', '#a33')]);
    await arrangePicture('save', 0, ['Front']);
    await cropPicture(shop, id, { version: (await readDetails()).version, at: 0, area: undefined });
    expect((await readDetails()).pictures).toMatchObject([{ width: 320, height: 400, alt: 'Front' }]);
    const area = { left: 0.5, top: 0.5, width: 0.5, height: 0.5 };
    await cropPicture(shop, id, { version: (await readDetails()).version, at: 0, area });
    expect((await readDetails()).pictures).toMatchObject([{ width: 160, height: 200 }]);
    const crop = { version: (await readDetails()).version, at: 3, area };
    await expect(cropPicture(shop, id, crop)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('in a rejected upload leave no files or rows behind', async () => {
    const { shop, id, readDetails, upload, broken, listMasters, listUnconfirmed } = await setUp();
    const detailsBefore = await readDetails();
    const firstPicture = await upload('a.jpg', '#a33');
    await expect(addPictures(shop, detailsBefore, [firstPicture, broken('b.jpg')])).rejects.toMatchObject({
      ...{ code: 'invalid', fields: { pictures: expect.stringContaining('b.jpg') } },
    });
    await expect(addPictures(shop, { id, version: 1 }, [firstPicture])).rejects.toMatchObject({ code: 'conflict' });
    await expect(addPictures(shop, { id: 999, version: 1 }, [firstPicture])).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(() => addPictures(shop, detailsBefore, [])).toThrow('Choose pictures first.');
    expect([listMasters(), listUnconfirmed()]).toEqual([[], []]);
    expect(await readDetails()).toEqual(detailsBefore);
  });

  test('in a rejected upload keep their file if another product has the same picture', async () => {
    const { shop, id, db, readDetails, upload, listMasters } = await setUp();
    const photo = await upload('a.jpg', '#a33');
    await addPictures(shop, { id, version: (await readDetails()).version }, [photo]);
    const otherId = await readProductId(db, 'test-scarf');
    await expect(addPictures(shop, { id: otherId, version: 1 }, [photo])).rejects.toMatchObject({ code: 'conflict' });
    expect(listMasters()).toHaveLength(1);
  });

  test('are removed by a job if the process ended before their rows were written', async () => {
    const { shop, id, readDetails, upload, listMasters, listUnconfirmed } = await setUp();
    const bytes = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    await shop.pictures.add(bytes);
    await addPictures(shop, { id, version: (await readDetails()).version }, [await upload('a.jpg', '#a33')]);
    expect([listMasters().length, listUnconfirmed().length]).toEqual([2, 1]);
    expect(await sweepUnusedPictures(shop, Date.now() + HOUR_MS / 2)).toBe(0);
    expect(await sweepUnusedPictures(shop, Date.now() + 2 * HOUR_MS)).toBe(1);
    expect(listMasters()).toEqual((await readDetails()).pictures.map(({ hash }) => hash));
    expect(listUnconfirmed()).toEqual([]);
  });
});
