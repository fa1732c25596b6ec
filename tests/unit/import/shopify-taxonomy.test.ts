import { describe, expect, test } from 'vitest';
import { NamedValues } from '#lib/catalog/import/csv/named-values.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import { parseKindTag, plainTags } from '#lib/catalog/import/shopify/shopify-tags.ts';

const names = () =>
  new TaxonomyNames([
    { type: 'category', slug: 'women', name: 'Women' },
    { type: 'category', slug: 'men', name: 'Men' },
    { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'women' },
    { type: 'category', slug: 'men-kurtas', name: ' Kurtas ', parent: 'men' },
    { type: 'category', slug: 'dresses', name: 'Dresses' },
    { type: 'brand', slug: 'fab', name: 'Fab India' },
    { type: 'brand', slug: 'kurta', name: 'Kurta' },
  ]);

describe('existing names', () => {
  test('are found by slug, and by name regardless of case, within their kind', () => {
    const taxonomy = names();
    expect(taxonomy.find('category', 'women-kurtas')).toEqual(['women-kurtas']);
    expect(taxonomy.find('category', ' KURTAS ')).toEqual(['women-kurtas', 'men-kurtas']);
    expect(taxonomy.find('brand', 'fab india')).toEqual(['fab']);
    expect(taxonomy.find('brand', 'women')).toEqual([]);
    expect([taxonomy.nameOf('brand', 'fab'), taxonomy.nameOf('category', 'fab')]).toEqual(['Fab India', undefined]);
    expect([taxonomy.parentOf('men-kurtas'), taxonomy.parentOf('men')]).toEqual(['men', undefined]);
  });

  test.each([
    ['Kurta', [], 'women-kurtas'],
    ['kurtas', ['Men'], 'men-kurtas'],
    ['Kurta', ['Shirts', 'MEN'], 'men-kurtas'],
    ['Kurtas', ['Women'], 'women-kurtas'],
    ['Kurtas', ['Dresses'], 'women-kurtas'],
    ['men-kurtas', ['Women'], 'men-kurtas'],
    ['dress', [], 'dresses'],
    ['Saree', [], undefined],
    ['Fab India', [], undefined],
  ])('resolve the category "%s", named beside %j, to %s', (name, otherNames, slug) =>
    expect(names().categoryNamed(name, otherNames)).toBe(slug),
  );
});

describe('the names of categories', () => {
  test.each([
    ['Dress', 'Dresses'],
    ['Box', 'Boxes'],
    ['Topaz', 'Topazes'],
    ['Watch', 'Watches'],
    ['Brush', 'Brushes'],
    ['Saree', 'Sarees'],
    ['Lady', 'Ladies'],
  ])('"%s" and "%s" are treated as the same', (singular, plural) => {
    expect(new TaxonomyNames([{ type: 'category', slug: 'x', name: plural }]).categoryNamed(singular)).toBe('x');
    expect(new TaxonomyNames([{ type: 'category', slug: 'x', name: singular }]).categoryNamed(plural)).toBe('x');
  });

  test.each([
    ['Dress', 'Dres'],
    ['Pies', 'Pi'],
    ['Esses', 'E'],
    ['Cloth', 'Clothe'],
    ['Shed', 'Shesd'],
    ['Iesa', 'Ya'],
    ['Saree', 'Saree Set'],
  ])('"%s" and "%s" are treated as different', (name, otherName) =>
    expect(new TaxonomyNames([{ type: 'category', slug: 'x', name }]).categoryNamed(otherName)).toBeUndefined(),
  );
});

describe('the names in a file', () => {
  test('get a slug, and a record that creates it unless the slug exists', () => {
    const taxonomy = names();
    expect(taxonomy.resolve('category', 'Kurta')).toEqual({ slug: 'women-kurtas' });
    expect(taxonomy.resolve('brand', 'FAB INDIA')).toEqual({ slug: 'fab' });
    expect(taxonomy.resolve('brand', ' Good Earth ')).toEqual({
      slug: 'good-earth',
      newRecord: { type: 'brand', slug: 'good-earth', name: 'Good Earth' },
    });
    expect(taxonomy.resolve('brand', 'Fab!')).toEqual({ slug: 'fab' });
    expect(taxonomy.resolve('brand', 'साड़ी')).toBeUndefined();
    expect(taxonomy.resolve('collection', 'Kurta')?.newRecord).toEqual({
      type: 'collection',
      slug: 'kurta',
      name: 'Kurta',
    });
  });

  test('can be found after they are added', () => {
    const taxonomy = names();
    taxonomy.add({ type: 'category', slug: 'boys', name: 'Boys', parent: 'men' });
    taxonomy.add({ type: 'category', slug: 'tops', name: 'Tops', parent: null });
    taxonomy.add({ type: 'brand', slug: 'boy', name: 'Boy' });
    expect([taxonomy.categoryNamed('boy'), taxonomy.parentOf('boys'), taxonomy.parentOf('tops')]).toEqual([
      'boys',
      'men',
      undefined,
    ]);
    expect(taxonomy.nameOf('brand', 'boy')).toBe('Boy');
  });

  test('are expected as categories in the spelling that was used first', () => {
    const taxonomy = names();
    for (const name of ['Sarees', 'Saree', '', 'साड़ी']) taxonomy.expectCategory(name);
    expect(['saree', 'SAREES', 'shirt', '', 'साड़ी'].map((name) => taxonomy.expectedCategory(name))).toEqual([
      ...['Sarees', 'Sarees', undefined, undefined, undefined],
    ]);
  });
});

test('a new value is added only once, and a value without Latin letters is left out with a warning', () => {
  const values = new NamedValues(names());
  const slugs = ['Good Earth', 'good earth', 'Fab India', 'साड़ी'].map((name) => values.slugOf('brand', name));
  expect(slugs).toEqual(['good-earth', 'good-earth', 'fab', undefined]);
  expect(values.slugOf('collection', 'Good Earth')).toBe('good-earth');
  expect(values.newRecords).toEqual([
    { type: 'brand', slug: 'good-earth', name: 'Good Earth' },
    { type: 'collection', slug: 'good-earth', name: 'Good Earth' },
  ]);
  expect(values.warnings).toEqual(['brand "साड़ी" is left out: it has no Latin letters for a URL']);
});

test.each([
  ['category:women-kurtas', { kind: 'category', slug: 'women-kurtas' }],
  ['collection:new_in2', { kind: 'collection', slug: 'new_in2' }],
  ['material:linen', { kind: 'material', slug: 'linen' }],
  ['weather:fine', undefined],
  ['category:', undefined],
  ['category:Women', undefined],
  ['category: women', undefined],
  ['my category:women', undefined],
  ['2category:women', undefined],
  ['category:women!', undefined],
  ['linen', undefined],
])('the tag "%s" is parsed as %j', (tag, result) => expect(parseKindTag(tag)).toEqual(result));

test('tags without another meaning become search words, without duplicates and truncated to 100 characters', () => {
  expect(plainTags(' soft ,light,, soft,material:linen,weather:fine,my material:x')).toEqual([
    ...['soft', 'light', 'weather:fine', 'my material:x'],
  ]);
  expect(plainTags('x'.repeat(120))).toEqual(['x'.repeat(100)]);
});
