import { describe, expect, test } from 'vitest';
import type { ImageRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { mergeImages } from '#lib/catalog/import/shopify/shopify-images.ts';
import { productOf } from '#support/shopify-rows.ts';

const COLUMNS = 'Handle,Title,Option1 Name,Option1 Value,Price,Image Src,Image Position,Image Alt Text,Variant Image';
const storedProduct = (images?: ImageRecord[]): ProductRecord => ({
  ...{ type: 'product', slug: 'a', name: 'Old name', categories: [], sell_unit: 'piece', options: ['Colour'] },
  variants: [{ price: 1, quantity: 1, values: { Colour: 'Red' } }],
  ...(images ? { images } : {}),
});

/** Returns the images from rows such as `Red|1.jpg|2|Front|red.jpg`: colour, image, position, text, variant image. */
async function images(
  rows: string[],
  {
    old,
    removesMissing = false,
    columns = COLUMNS,
    option = 'Colour',
  }: {
    old?: ProductRecord;
    removesMissing?: boolean;
    columns?: string;
    option?: string;
  } = {},
) {
  const lines = rows.map((row, index) => {
    const [value = '', src = '', position = '', alt = '', variantSrc = ''] = row.split('|');
    return [
      `a,${index === 0 ? 'A' : ''}`,
      index === 0 && value ? option : '',
      value,
      value ? 1 : '',
      src,
      position,
      alt,
      variantSrc,
    ].join(',');
  });
  const { record } = await productOf([columns, ...lines].join('\n'), {
    ...(old ? { old } : {}),
    rules: { removesMissing },
  });
  return record.images;
}

describe('the pictures in Shopify’s CSV', () => {
  test('are sorted by position and listed once; those without a position come last', async () => {
    expect(
      await images(['Red|b.jpg|2|Back', '|a.jpg|1|', '|d.jpg||', '|c.jpg|0|', '|e.jpg|x|', '|b.jpg|9|Again']),
    ).toEqual([
      { src: 'a.jpg', alt: 'A' },
      { src: 'b.jpg', alt: 'Back' },
      { src: 'd.jpg', alt: 'A' },
      { src: 'c.jpg', alt: 'A' },
      { src: 'e.jpg', alt: 'A' },
    ]);
    expect(await images(['Red||||own.jpg', '|a.jpg|7|'])).toEqual([
      { src: 'a.jpg', alt: 'A' },
      { src: 'own.jpg', alt: 'A', color: 'Red' },
    ]);
  });

  test('have a colour if all variants that name them have it', async () => {
    expect(await images(['Red|r.jpg|1||r.jpg', '|x.jpg|2|', 'Blue||||b.jpg', 'Green||||b.jpg'])).toEqual([
      { src: 'r.jpg', alt: 'A', color: 'Red' },
      { src: 'x.jpg', alt: 'A' },
      { src: 'b.jpg', alt: 'A' },
    ]);
    expect(await images(['Red||||r.jpg', 'Red||||r.jpg'])).toEqual([{ src: 'r.jpg', alt: 'A', color: 'Red' }]);
    expect(await images(['Red|r.jpg|1||', '|s.jpg|2||r.jpg'])).toEqual([
      { src: 'r.jpg', alt: 'A' },
      { src: 's.jpg', alt: 'A' },
    ]);
    expect(await images(['Large||||l.jpg'], { option: 'Size' })).toEqual([{ src: 'l.jpg', alt: 'A' }]);
  });

  test('have the colour of the stored variant with the SKU of the row if the file has no options', async () => {
    const variants = ['Red', 'Blue'].map((value) => ({
      price: 1,
      quantity: 1,
      sku: value[0]!,
      values: { Colour: value },
    }));
    const { record } = await productOf(
      'Handle,Variant SKU,Image Src,Variant Image\na,,a.jpg,a.jpg\na,B,b.jpg,b.jpg\na,R,r.jpg,r.jpg',
      { old: { ...storedProduct(), variants } },
    );
    expect(record.images).toEqual([
      { src: 'a.jpg', alt: 'Old name' },
      { src: 'b.jpg', alt: 'Old name', color: 'Blue' },
      { src: 'r.jpg', alt: 'Old name', color: 'Red' },
    ]);
  });

  test('are unchanged without their column, and cleared by an empty column unless the shop has pictures', async () => {
    const columnsWithoutImages = COLUMNS.replace('Image Src', 'Weather');
    expect(await images(['Red|a.jpg'], { columns: columnsWithoutImages })).toBeUndefined();
    expect(await images(['Red|'])).toBeNull();
    expect(await images(['Red|'], { old: storedProduct(), removesMissing: true })).toBeNull();
    expect(await images(['Red|'], { old: storedProduct([{ src: 'a.jpg', alt: 'A' }]) })).toBeUndefined();
  });

  test('keep their stored data, and stored pictures are kept unless removal is requested', async () => {
    const productWithImages = storedProduct([
      { src: 'a.jpg', alt: 'Seen from the side', color: 'Red' },
      { src: 'b.jpg', alt: 'B' },
    ]);
    const columns = COLUMNS.replace('Image Alt Text', 'Weather');
    expect(await images(['Red|a.jpg', '|c.jpg'], { old: productWithImages, columns })).toEqual([
      { src: 'a.jpg', alt: 'Seen from the side', color: 'Red' },
      { src: 'b.jpg', alt: 'B' },
      { src: 'c.jpg', alt: 'A' },
    ]);
    expect(await images(['Red|a.jpg'], { old: productWithImages, removesMissing: true })).toEqual([
      { src: 'a.jpg', alt: 'A', color: 'Red' },
    ]);
    expect(await images(['Red|b.jpg', '|a.jpg'], { old: productWithImages })).toMatchObject([
      { src: 'b.jpg' },
      { src: 'a.jpg' },
    ]);
    expect(await images(['Red|b.jpg'], { old: storedProduct() })).toEqual([{ src: 'b.jpg', alt: 'A' }]);
  });
});

test('stored pictures that are not in the file keep their positions, and new ones come last', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((src) => ({ src, alt: '' })) as ImageRecord[];
  const fromFile = [
    { src: 'd', alt: 'New' },
    { src: 'b', alt: 'Changed' },
  ];
  expect(mergeImages(fromFile, [a!, b!, c!])).toEqual([a, { src: 'b', alt: 'Changed' }, c, { src: 'd', alt: 'New' }]);
  expect(mergeImages(fromFile, [b!, d!])).toEqual(fromFile);
});
