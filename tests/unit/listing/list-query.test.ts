import { describe, expect, it } from 'vitest';
import { filterHref, listHref, parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { pricesOver, pricesUnder } from '#lib/catalog/listing/price-range.ts';
import { priceRangeText } from '#lib/catalog/listing/price-range-text.ts';
import { priceRange, priceSteps } from '#lib/catalog/listing/price-steps.server.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

const RANGE = priceRange({});
const parse = (text: string, range = RANGE) => parseListQuery(new URLSearchParams(text), range);

describe('parseListQuery', () => {
  it('accepts repeated or comma-separated values, and normalizes and sorts them', () => {
    expect(parse('size=M,l&size=XL&color=Rust+Red&availability=in_stock')).toMatchObject({
      size: ['l', 'm', 'xl'],
      color: ['rust-red'],
      availability: ['in_stock'],
    });
  });

  it('keeps unknown values, so that the list is empty', () => {
    expect(parse('availability=someday&brand=nobody')).toMatchObject({ availability: ['someday'], brand: ['nobody'] });
  });

  it.each([
    ['', undefined, undefined],
    ['minprice=1000&maxprice=10000', undefined, undefined],
    // If only one limit has its default value, both limits apply.
    ['minprice=2500&maxprice=10000', 250_000, 1_000_000],
    ['minprice=1000&maxprice=5000', 100_000, 500_000],
    ['minprice=1000', 100_000, undefined],
    ['maxprice=999.99', undefined, 99_999],
    ['minprice=10000.01', 1_000_001, undefined],
    ['minprice=&maxprice=2500', undefined, 250_000],
    ['minprice=500&maxprice=20000', 50_000, 2_000_000],
    ['minprice=5000&maxprice=2500', 250_000, 500_000],
    ['minprice=abc&maxprice=-4', undefined, undefined],
    ['minprice=1e3&maxprice=Infinity', undefined, undefined],
    ['minprice=99999999999999999999', 10_000_000_000, undefined],
  ])('parses the price range of “%s”', (text, minPricePaise, maxPricePaise) => {
    const query = parse(text);
    expect([query.minPricePaise, query.maxPricePaise]).toEqual([minPricePaise, maxPricePaise]);
  });

  it.each([
    ['', 'latest'],
    ['sort=latest', 'latest'],
    ['sort=lowtohigh', 'lowtohigh'],
    ['sort=hightolow', 'hightolow'],
    ['filter=top_sale', 'top_sale'],
    ['sort=top_sale', 'top_sale'],
    ['filter=top_sale&sort=lowtohigh', 'lowtohigh'],
    ['filter=top_sale&sort=latest', 'latest'],
    ['filter=top_sale&sort=x', 'top_sale'],
    ['sort=__proto__&filter=x', 'latest'],
    ['sort=best', 'latest'],
    ['search=kurta', 'best'],
    ['search=kurta&sort=best', 'best'],
    ['search=kurta&sort=latest', 'latest'],
    ['search=kurta&filter=top_sale', 'top_sale'],
  ])('parses the sort order of “%s” as %s', (text, sort) => {
    expect(parse(text).sort).toBe(sort);
  });

  it.each([
    ['page=-1', 1],
    ['page=0', 1],
    ['page=abc', 1],
    ['page=7', 7],
    ['page=2.9', 2],
    ['page=99999999999999999999999', 1_000_000],
  ])('parses the page number of %s', (text, page) => {
    expect(parse(text).page).toBe(page);
  });

  it('truncates long values and long lists of values within a second', () => {
    const start = performance.now();
    const query = parse(`size=${'x'.repeat(10_000)}&${'color=a,b&'.repeat(5_000)}&search=${'é '.repeat(5_000)}`);
    expect(query.size[0]?.length).toBeLessThanOrEqual(80);
    expect(query.color).toEqual(['a', 'b']);
    expect(query.search?.length).toBeLessThanOrEqual(100);
    expect(parse(`brand=${Array.from({ length: 500 }, (_, n) => n).join(',')}`).brand.length).toBeLessThanOrEqual(30);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('listHref', () => {
  it('has parameters in a fixed order without defaults, and is parsed back unchanged', () => {
    const query = parse('page=3&maxprice=5000&color=teal&category=women&sort=hightolow&size=m,l&minprice=1000');
    const href = listHref(query);
    expect(href).toBe('/products?category=women&size=l,m&color=teal&minprice=1000&maxprice=5000&sort=hightolow&page=3');
    expect(parse(href.split('?')[1] ?? '')).toEqual(query);
    expect(listHref(parse('sort=latest&page=1'))).toBe('/products');
  });

  it('leaves out the default sort order, which depends on whether there is a search term', () => {
    const href = (text: string) => listHref(parse(text), {}, '/search');
    expect(href('search=kurta&sort=best')).toBe('/search?search=kurta');
    expect(href('search=kurta&sort=latest')).toBe('/search?search=kurta&sort=latest');
    expect(href('search=kurtaa&exact=true&exact=no')).toBe('/search?search=kurtaa&exact=true');
    expect(href('exact=true')).toBe('/search');
  });

  it('resets to the first page on any change, except a change of the page', () => {
    const query = parse('category=women&page=3');
    expect(listHref(query, { sort: 'lowtohigh' })).toBe('/products?category=women&sort=lowtohigh');
    expect(listHref(query, { page: 4 })).toBe('/products?category=women&page=4');
    expect(listHref(query, { minPricePaise: 250_000, maxPricePaise: undefined })).toBe(
      '/products?category=women&minprice=2500',
    );
    expect(listHref(query, { category: [] })).toBe('/products');
    expect(listHref(query, { size: ['m'] })).toBe('/products?category=women&size=m');
  });
});

describe('prices', () => {
  it.each([
    ['', 'Any price'],
    ['minprice=1000&maxprice=10000', 'Any price'],
    ['minprice=1000&maxprice=5000', '₹1,000 to ₹5,000'],
    ['minprice=2500', '₹2,500 and above'],
    ['maxprice=2500', 'Up to ₹2,500'],
    ['maxprice=999.99', 'Under ₹1,000'],
    ['minprice=10000.01', 'Over ₹10,000'],
    ['minprice=750.5&maxprice=750.5', '₹750.50'],
  ])('of %s are labelled %s', (text, label) => {
    expect(priceRangeText(parse(text))).toBe(label);
  });

  it('outside the range have URLs that are parsed back unchanged', () => {
    for (const prices of [pricesUnder(RANGE), pricesOver(RANGE)]) {
      const href = listHref(parse('category=women'), prices);
      expect(parse(href.split('?')[1] ?? '')).toMatchObject(prices);
    }
    expect(listHref(parse(''), pricesUnder(RANGE))).toBe('/products?maxprice=999.99');
  });

  it('are limited by the price steps of the shop', () => {
    expect(priceSteps({})).toEqual([1_000, 2_500, 5_000, 10_000]);
    const lowRange = priceRange({ priceSteps: [10, 100, 300, 750] });
    expect(lowRange).toEqual({ lowestPaise: 1_000, highestPaise: 75_000 });
    expect(listHref(parse('minprice=10&maxprice=750', lowRange))).toBe('/products');
    expect(listHref(parse('minprice=1000&maxprice=10000', lowRange))).toBe('/products?minprice=1000&maxprice=10000');
    expect(priceRangeText(pricesUnder(lowRange))).toBe('Under ₹10');
  });

  it.each([[[1_000]], [[0, 10]], [[10, 10]], [[300, 100]], [[10.5, 20]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]]])(
    'with the steps %j are rejected',
    (steps) => {
      const settings = new Content().demoFields(SETTINGS, SETTINGS.path) as object;
      expect(SETTINGS.schema.safeParse(settings).success).toBe(true);
      expect(SETTINGS.schema.safeParse({ ...settings, priceSteps: steps }).success).toBe(false);
    },
  );
});

it('the filter link leads to the filters of the current list or, on other pages, of all products', () => {
  const href = (path: string) => filterHref(new URL(path, 'http://shop.example'), RANGE);
  expect(href('/products?category=women&page=2&quickView=x')).toBe('/products?category=women&page=2&open_filter=true');
  expect(href('/search?search=kurta&size=m')).toBe('/search?size=m&search=kurta&open_filter=true');
  for (const path of ['/', '/search', '/products/some-kurta?size=m'])
    expect(href(path)).toBe('/products?open_filter=true');
});

it('converts values in any script to slugs', () => {
  expect(valueSlug(' Rust Red! ')).toBe('rust-red');
  expect(valueSlug('Crème brûlée')).toBe('creme-brulee');
  expect(valueSlug('2–3 years')).toBe('2-3-years');
  expect(valueSlug('नीला')).toBe('नीला');
});
