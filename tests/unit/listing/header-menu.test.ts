import { expect, test } from 'vitest';
import { countFittingCategories } from '#lib/catalog/listing/header-menu.ts';

const categories = ['Women', 'Men', 'Children', 'Fabrics', 'Home'].map((name) => ({ name }));

test('the header shows every category that fits beside the name and the links', () => {
  expect(countFittingCategories('Taana', categories, [{ label: 'Journal' }])).toEqual({ narrow: 5, wide: 5 });
});

test('the owner’s links replace the last categories in a narrow window', () => {
  const links = [{ label: 'Journal' }, { label: 'Our weavers' }, { label: 'Gift cards' }];
  expect(countFittingCategories('Taana', categories, links)).toEqual({ narrow: 1, wide: 5 });
});

test('a long name and long links leave no space for categories', () => {
  const links = [{ label: 'Everything about our weavers' }, { label: 'Gift cards for every festival' }];
  const name = 'The Karkhana Lane Handloom House';
  expect(countFittingCategories(name, categories, links)).toEqual({ narrow: 0, wide: 0 });
  expect(countFittingCategories(name, [], links)).toEqual({ narrow: 0, wide: 0 });
});
