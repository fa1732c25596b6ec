import { describe, expect, test } from 'vitest';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { newProductSummary } from '#lib/catalog/import/record/new-product-summary.ts';

describe('the summary of a new product', () => {
  const names = { find: (_kind: 'category', slug: string) => (slug === 'kurtas' ? { name: 'Kurtas' } : undefined) };
  const summary = (change: Partial<ProductRecord> = {}) =>
    newProductSummary(
      {
        ...{ type: 'product', slug: 'a', name: 'A', categories: ['kurtas', 'new'], sell_unit: 'piece' },
        ...{ variants: [{ price: 499, quantity: 2 }], ...change },
      },
      names,
    );

  test('has its price, stock, categories and pictures', () => {
    expect(summary()).toBe('₹499, 2 in stock, in Kurtas, new, no picture');
    const variants = [
      { price: 499, sale_price: 399.5, quantity: 0 },
      { price: 450, quantity: 0 },
    ];
    expect(summary({ variants, categories: [], images: [{ src: 'a', alt: '' }], status: 'draft' })).toBe(
      '₹399.50 to ₹450, 2 variants, sold out, in no category, 1 picture, not shown yet',
    );
    expect(
      summary({
        sell_unit: 'metre',
        variants: [
          { price: 1, quantity: 0.1 },
          { price: 1, quantity: 0.2 },
        ],
      }),
    ).toBe('₹1, 2 variants, 0.3 m in stock, in Kurtas, new, no picture');
  });
});
