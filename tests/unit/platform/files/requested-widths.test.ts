import { expect, test } from 'vitest';
import { DENSE_WIDTHS, FULL_WIDTHS, PICTURE_WIDTHS } from '#lib/platform/files/pictures/pictures.ts';
import { DESKTOPS, PHONES, requestedWidths } from '#lib/platform/files/pictures/requested-widths.ts';
import { PICTURE_SIZES } from '#lib/shop/settings/picture-sizes.ts';

const SLIDE = { candidates: FULL_WIDTHS.tall };
const LARGE = { width: 1600 };

test.each([
  ['a card of a list', PICTURE_SIZES.listCard, PICTURE_WIDTHS, [320, 480], [320]],
  ['the picture of a product’s page', PICTURE_SIZES.product, FULL_WIDTHS.product, [480, 680], [560]],
])('%s has the widths that phones and desktops need', (_what, sizes, known, phones, desktops) => {
  expect(requestedWidths(LARGE, sizes, { candidates: known, screens: PHONES })).toEqual(phones);
  expect(requestedWidths(LARGE, sizes, { candidates: known, screens: DESKTOPS })).toEqual(desktops);
  expect(requestedWidths(LARGE, sizes, { candidates: known })).toEqual([...new Set([...phones, ...desktops])]);
});

test('a slide has an additional width for most phones', () => {
  expect(requestedWidths(LARGE, PICTURE_SIZES.slide, { ...SLIDE, screens: PHONES })).toEqual([720, 1200, 800]);
});

test('a width of lower quality is only for products, and never for a screen with a pixel ratio of 1', () => {
  const others = [...PICTURE_WIDTHS, ...FULL_WIDTHS.tall, ...FULL_WIDTHS.wide];
  expect(DENSE_WIDTHS.filter((width) => (others as number[]).includes(width))).toEqual([]);
  const screens = [320, 412, 768, 1152, 1279, 1280, 1920].map((width) => ({ width, density: 1 }));
  const requested = requestedWidths(LARGE, PICTURE_SIZES.product, { candidates: FULL_WIDTHS.product, screens });
  expect(requested.filter((width) => (DENSE_WIDTHS as readonly number[]).includes(width))).toEqual([]);
});

test('no width is larger than the picture, or smaller than the first of the srcset', () => {
  expect(requestedWidths({ width: 500 }, '100vw')).toEqual([480]);
  expect(requestedWidths({ width: 100 }, '100vw')).toEqual([]);
  expect(requestedWidths(LARGE, '10vw', SLIDE)).toEqual([480]);
  expect(requestedWidths({ width: 400 }, '100vw', SLIDE)).toEqual([320]);
});
