import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { mergeProduct } from '#lib/catalog/import/record/merge-product.ts';
import { describeProblems } from '#lib/catalog/import/record/product-problems.ts';
import { sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';

const KURTA: ProductRecord = {
  type: 'product',
  slug: 'kurta',
  name: 'Kurta',
  categories: ['women'],
  sell_unit: 'piece',
  options: ['size'],
  variants: [
    { values: { size: 'S' }, price: 999.5, quantity: 3 },
    { values: { size: 'M' }, price: 999.5, sale_price: 799, quantity: 0 },
  ],
};

function problemOf(record: unknown): string {
  const parseResult = parseRecord(record);
  if ('problems' in parseResult) return describeProblems(parseResult.problems);
  if (parseResult.record.type !== 'product') return '';
  const { long_content: _html, ...patch } = parseResult.record;
  const mergeResult = mergeProduct(undefined, patch, { writesStock: false, removesMissing: false });
  return 'problems' in mergeResult ? describeProblems(mergeResult.problems) : '';
}

describe('records of the catalogue', () => {
  it('are valid in every line of the demo catalogue', () => {
    const dir = 'src/content/catalogue';
    for (const file of readdirSync(dir).filter((name) => name.endsWith('.jsonl'))) {
      for (const line of readFileSync(`${dir}/${file}`, 'utf8').split('\n').filter(Boolean)) {
        expect(problemOf(JSON.parse(line)), `${file}: ${line.slice(0, 80)}`).toBe('');
      }
    }
  });

  it.each([
    [{ ...KURTA, slug: 'Indigo Kurta' }, /^slug may contain lower-case letters/],
    [{ ...KURTA, colour: 'red' }, /colour/],
    [{ ...KURTA, type: 'produkt' }, /type must be brand, category/],
    [{ ...KURTA, variants: [] }, /^variants must have at least one/],
    [{ ...KURTA, variants: [KURTA.variants[0], KURTA.variants[0]] }, /variants\[1\].values are the same/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], price: -1 }] }, /^variants\[0\].price/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], price: 9.999 }] }, /two decimals/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], sale_price: 1000 }] }, /must not be above the price/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], quantity: 1.5 }] }, /whole number of pieces/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], values: {} }] }, /must have a value for "size"/],
    [{ ...KURTA, variants: [{ ...KURTA.variants[0], pre_order: '2026-02-30' }] }, /must be a day/],
    [{ ...KURTA, options: undefined }, /single entry if there are no options/],
    [{ ...KURTA, images: [{ src: '../secret', alt: '' }] }, /below the folder of images/],
    [{ ...KURTA, images: [{ src: 'javascript:alert(1)', alt: '' }] }, /below the folder of images/],
    [
      { ...KURTA, sell_unit: 'metre', variants: [{ price: 1, quantity: 5, bolts: [2, 2] }], options: [] },
      /sum of its bolts/,
    ],
    [{ type: 'review', product: 'kurta', name: 'A', rating: 6, summary: '', created_at: '2026-01-01' }, /^rating/],
    [null, /./],
    [[], /./],
  ])('are rejected with a message like $1', (record, message) => {
    expect(problemOf(record)).toMatch(message);
  });

  it.each<[object, string]>([
    [{ variants: [{ price: -1 }] }, 'variants[0].price must be at least 0'],
    [{ variants: [{ quantity: 10_000_001 }] }, 'variants[0].quantity must be at most 10000000'],
    [{ min_quantity: 0 }, 'min_quantity must be at least 0.01'],
    [{ details: new Array(101).fill('a') }, 'details must have at most 100 entries'],
    [{ name: 5 }, 'name must be text'],
    [{ featured: 'yes' }, 'featured must be true or false'],
    [{ tags: 'a' }, 'tags must be a list'],
    [{ variants: [5] }, 'variants[0] must be an object'],
    [{ variants: [{ values: { size: 5 } }] }, 'variants[0].values.size must be text'],
    [{ images: [{ src: 'a.avif' }] }, 'images[0].alt is missing'],
    [{ sell_unit: 'kilo' }, 'sell_unit must be piece or metre'],
    [{ colour: 'red', shade: 'x' }, 'has unknown fields: colour, shade'],
    [{ variants: [{ colour: 'red' }] }, 'variants[0] has an unknown field: colour'],
    [
      { created_at: 'soon' },
      'created_at must be a day such as 2026-01-31, or a date and time such as 2026-01-31T10:00:00Z',
    ],
  ])('are rejected with the message: $1', (change, message) => {
    const parseResult = parseRecord({ type: 'product', slug: 'kurta', ...change });
    expect('problems' in parseResult && describeProblems(parseResult.problems)).toBe(message);
  });

  it('that are reviews must have one to five whole stars', () => {
    const review = { type: 'review', product: 'kurta', name: 'A', summary: '', created_at: '2026-01-01' };
    const problemsOf = (rating: unknown) => {
      const parseResult = parseRecord({ ...review, rating });
      return 'problems' in parseResult ? describeProblems(parseResult.problems) : '';
    };
    expect([0, 1, 5, 6, 4.5].map(problemsOf)).toEqual([
      ...['rating must be at least 1', '', '', 'rating must be at most 5', 'rating must be a whole number'],
    ]);
  });

  it('contain no characters that a database rejects', () => {
    const parseResult = parseRecord({ ...KURTA, name: ' Ku\0rta\u0007\ud800 ' });
    expect(parseResult).toMatchObject({ record: { name: 'Kurta\ufffd' } });
  });
});

describe('descriptions', () => {
  it('are sanitized: they keep their text and lose unsafe markup', () => {
    const html =
      '<h1 onclick="x()">A</h1><p style="x">B<script>alert(1)</script><img src=x onerror=y></p><a href="javascript:x">C</a>';
    expect(sanitizeDescription(html)).toBe('<h2>A</h2><p>B</p><a>C</a>');
  });

  it('do not change when they are sanitized again', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<b',
      '>',
      '&amp;',
      '&',
      '<',
      '"',
      'a',
      ' ',
      '<!--',
      '-->',
      '<h1>',
      '<a href="https://x.in/?a=1&b=2">',
      '&lt;script&gt;',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const sanitizedHtml = sanitizeDescription(parts.join(''));
        expect(sanitizeDescription(sanitizedHtml)).toBe(sanitizedHtml);
      }),
      { numRuns: 1_000 },
    );
  });
});
