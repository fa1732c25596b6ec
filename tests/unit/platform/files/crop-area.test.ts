import { expect, test } from 'vitest';
import { centredArea, cropPixels } from '#lib/platform/files/pictures/crop-area.ts';

test('crops the largest centred area with an aspect ratio', () => {
  expect(cropPixels({ width: 1000, height: 1000 }, centredArea({ width: 1000, height: 1000 }, 4 / 5))).toEqual({
    ...{ left: 100, top: 0, width: 800, height: 1000 },
  });
  expect(cropPixels({ width: 400, height: 1000 }, centredArea({ width: 400, height: 1000 }, 4 / 5))).toEqual({
    ...{ left: 0, top: 250, width: 400, height: 500 },
  });
});

test('the cropped area is within the picture and has at least one pixel', () => {
  expect(cropPixels({ width: 10, height: 10 }, { left: 1, top: 0.95, width: 1, height: 0 })).toEqual({
    ...{ left: 9, top: 9, width: 1, height: 1 },
  });
});
