import { expect, test } from 'vitest';
import { FULL_WIDTHS } from '#lib/platform/files/pictures.ts';
import { DESKTOPS, PHONES, takenWidths } from '#lib/platform/files/taken-widths.ts';
import { PICTURE_SIZES } from '#lib/shop/picture-sizes.ts';

const SLIDE = { known: FULL_WIDTHS.tall };
const LARGE = { width: 1600 };

test.each([
  ['a card of a list', PICTURE_SIZES.listCard, [320, 480], [320]],
  ['the picture of a product’s page', PICTURE_SIZES.product, [640, 1200], [640]],
])('%s is asked for in the widths that screens need', (_what, sizes, phones, desktops) => {
  expect(takenWidths(LARGE, sizes, { screens: PHONES })).toEqual(phones);
  expect(takenWidths(LARGE, sizes, { screens: DESKTOPS })).toEqual(desktops);
  expect(takenWidths(LARGE, sizes)).toEqual([...new Set([...phones, ...desktops])]);
});

test('a slide has a width of its own for the commonest phones', () => {
  expect(takenWidths(LARGE, PICTURE_SIZES.slide, { ...SLIDE, screens: PHONES })).toEqual([720, 1200, 800]);
});

test('no width is larger than the picture, or narrower than the srcset begins', () => {
  expect(takenWidths({ width: 500 }, '100vw')).toEqual([480]);
  expect(takenWidths({ width: 100 }, '100vw')).toEqual([]);
  expect(takenWidths(LARGE, '10vw', SLIDE)).toEqual([480]);
});
