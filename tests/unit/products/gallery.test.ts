import { expect, test } from 'vitest';
import { isPictureShown, picturesByColor } from '#lib/catalog/products/gallery.ts';

const redPicture = { name: 'red', color: 'Red' };
const pictureWithoutColor = { name: 'plain', color: undefined };
const bluePicture = { name: 'blue', color: 'Blue' };

test('sorts pictures of the chosen colour first, then pictures without a colour', () => {
  expect(picturesByColor([redPicture, pictureWithoutColor, bluePicture], 'Blue')).toEqual([
    bluePicture,
    pictureWithoutColor,
    redPicture,
  ]);
  expect(picturesByColor([redPicture, pictureWithoutColor, bluePicture], undefined)).toEqual([
    redPicture,
    pictureWithoutColor,
    bluePicture,
  ]);
});

test('hides pictures of other colours if the chosen colour has a picture', () => {
  const shownPictures = (color: string | undefined) =>
    [redPicture, pictureWithoutColor, bluePicture].filter((picture) =>
      isPictureShown([redPicture, pictureWithoutColor, bluePicture], picture, color),
    );
  expect(shownPictures('Blue')).toEqual([pictureWithoutColor, bluePicture]);
  expect(shownPictures('Green')).toEqual([redPicture, pictureWithoutColor, bluePicture]);
  expect(shownPictures(undefined)).toEqual([redPicture, pictureWithoutColor, bluePicture]);
});
