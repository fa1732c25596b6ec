import { expect, test } from 'vitest';
import { facetLabel } from '#components/listing/facet-rows.ts';
import { palettesOf } from '#lib/catalog/products/swatches.ts';

const paletteWith = (hex: string) => palettesOf({ Red: { red: hex } }, []);
const rows = { facet: 'color', shape: 'swatches', chosenSlugs: [], palettes: paletteWith('#aa0000') } as const;
const red = { slug: 'red', name: 'Red', count: 7 };

test('a cached label shows the current count, checked state, name and colour', () => {
  expect(facetLabel(red, rows)).toContain('<span>Red</span><i>7</i></label>');
  expect(facetLabel({ ...red, count: 8 }, rows)).toContain('<i>8</i>');
  expect(facetLabel(red, { ...rows, chosenSlugs: ['red'] })).toContain('value="red" checked>');
  expect(facetLabel(red, rows)).not.toContain('checked');
  expect(facetLabel({ ...red, name: 'Red & white' }, rows)).toContain('<span>Red &amp; white</span>');
  expect(facetLabel(red, { ...rows, palettes: paletteWith('#bb0000') })).toContain('#bb0000');
});

test('the same slug in two facets has different labels', () => {
  expect(facetLabel({ ...red, name: 'Red Cloth' }, { ...rows, facet: 'brand', shape: 'rows' })).toContain(
    'name="brand"',
  );
  expect(facetLabel({ ...red, name: 'Red Cloth' }, rows)).toContain('name="color"');
});
