import { describe, expect, test } from 'vitest';
import { CROP_FORM, PICTURE_FORM } from '#lib/catalog/admin/pictures/picture-form.schema.ts';
import { arrangedPictures, type PictureAction } from '#lib/catalog/admin/pictures/product-pictures.ts';

const images = ['a', 'b', 'c'].map((src) => ({ src, alt: '' }));

test.each<[PictureAction, number, string]>([
  ['save', 1, 'abc'],
  ['up', 1, 'bac'],
  ['up', 0, 'abc'],
  ['down', 1, 'acb'],
  ['down', 2, 'abc'],
  ['first', 2, 'cab'],
  ['remove', 1, 'ac'],
  ['remove', 7, 'abc'],
])('the action %s on picture %i results in the order %s', (action, index, expected) => {
  expect(
    arrangedPictures(images, action, index)
      .map(({ src }) => src)
      .join(''),
  ).toBe(expected);
});

describe('the picture form', () => {
  const form = { id: '1', version: '5' };

  test('has one value for each picture, and the button that was clicked', () => {
    expect(
      PICTURE_FORM.parse({ ...form, 'src[]': ['a', 'b'], 'alt[]': [' In\r\nfront ', ''], do: 'up:1' }),
    ).toMatchObject({ src: ['a', 'b'], alt: ['In front', ''], color: [], action: 'up', position: 1 });
    expect(PICTURE_FORM.parse({ ...form, 'src[]': 'a', 'alt[]': 'x' })).toMatchObject({ src: ['a'], action: 'save' });
    expect(PICTURE_FORM.safeParse({ ...form, do: 'explode:1' }).success).toBe(false);
  });

  test('has an optional crop area, which must be within the picture', () => {
    const area = { left: '0.100000', top: '0.000000', width: '0.500000', height: '1.000000' };
    expect(CROP_FORM.parse({ ...form, at: '2', ...area })).toMatchObject({
      ...{ at: 2, area: { left: 0.1, top: 0, width: 0.5, height: 1 } },
    });
    expect(CROP_FORM.parse({ ...form, at: '0' }).area).toBeUndefined();
    expect(CROP_FORM.safeParse({ ...form, at: '0', ...area, width: '7' }).success).toBe(false);
  });
});
