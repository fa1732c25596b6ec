import { expect, test } from 'vitest';
import { PRODUCT_TEXTS } from '#lib/catalog/admin/product-form.schema.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

const errorForTags = (tags: string) => fieldErrors(PRODUCT_TEXTS, { tags })?.tags;

test('a tag of more than 100 characters is rejected instead of being truncated', () => {
  expect(errorForTags(`summer, ${'t'.repeat(100)}`)).toBe(undefined);
  expect(errorForTags(`summer, ${'t'.repeat(101)}`)).toBe('A tag can have at most 100 characters.');
});
