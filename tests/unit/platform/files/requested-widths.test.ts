import { expect, test } from 'vitest';
import { DENSE_WIDTHS, FULL_WIDTHS, PICTURE_WIDTHS } from '#lib/platform/files/pictures/pictures.ts';
import { DESKTOPS, PHONES, requestedWidths } from '#lib/platform/files/pictures/requested-widths.ts';
import { PICTURE_SIZES } from '#lib/shop/settings/picture-sizes.ts';

const SLIDE_OPTIONS = { candidates: FULL_WIDTHS.tall };
const LARGE_PICTURE = { width: 1600 };

test.each([
  ['a card in a list', PICTURE_SIZES.listCard, PICTURE_WIDTHS, [320, 480], [320]],
  ['the picture on a product page', PICTURE_SIZES.product, FULL_WIDTHS.product, [480, 680], [560]],
])('%s has the widths that phones and desktops need', (_description, sizes, candidates, phoneWidths, desktopWidths) => {
  expect(requestedWidths(LARGE_PICTURE, sizes, { candidates, screens: PHONES })).toEqual(phoneWidths);
  expect(requestedWidths(LARGE_PICTURE, sizes, { candidates, screens: DESKTOPS })).toEqual(desktopWidths);
  expect(requestedWidths(LARGE_PICTURE, sizes, { candidates })).toEqual([
    ...new Set([...phoneWidths, ...desktopWidths]),
  ]);
});

test('a slide has an additional width for most phones', () => {
  expect(requestedWidths(LARGE_PICTURE, PICTURE_SIZES.slide, { ...SLIDE_OPTIONS, screens: PHONES })).toEqual([
    720, 1200, 800,
  ]);
});

test('a width with lower quality is used only for products, and never for a screen with a pixel ratio of 1', () => {
  const otherWidths = [...PICTURE_WIDTHS, ...FULL_WIDTHS.tall, ...FULL_WIDTHS.wide];
  expect(DENSE_WIDTHS.filter((width) => (otherWidths as number[]).includes(width))).toEqual([]);
  const screens = [320, 412, 768, 1152, 1279, 1280, 1920].map((width) => ({ width, density: 1 }));
  const productWidths = requestedWidths(LARGE_PICTURE, PICTURE_SIZES.product, {
    candidates: FULL_WIDTHS.product,
    screens,
  });
  expect(productWidths.filter((width) => DENSE_WIDTHS.includes(width))).toEqual([]);
});

test('no width is larger than the picture, or smaller than the first width in the srcset', () => {
  expect(requestedWidths({ width: 500 }, '100vw')).toEqual([480]);
  expect(requestedWidths({ width: 100 }, '100vw')).toEqual([]);
  expect(requestedWidths(LARGE_PICTURE, '10vw', SLIDE_OPTIONS)).toEqual([480]);
  expect(requestedWidths({ width: 400 }, '100vw', SLIDE_OPTIONS)).toEqual([320]);
});
