import { describe, expect, it } from 'vitest';
import { valueSlug } from '#lib/facets/value-slug.ts';
import { listHref, parseListQuery, toggleHref } from '#lib/listing/list-query.ts';

const parse = (text: string) => parseListQuery(new URLSearchParams(text));

describe('parseListQuery', () => {
  it('takes values repeated or comma-separated, in any spelling', () => {
    expect(parse('size=M,l&size=XL&color=Rust+Red&availability=in_stock')).toMatchObject({
      size: ['l', 'm', 'xl'],
      color: ['rust-red'],
      availability: ['in_stock'],
    });
  });

  it('keeps unknown values, so that they leave nothing', () => {
    expect(parse('availability=someday&brand=nobody')).toMatchObject({ availability: ['someday'], brand: ['nobody'] });
  });

  it.each([
    ['', undefined, undefined],
    ['minprice=1000&maxprice=10000', undefined, undefined],
    ['minprice=2500&maxprice=10000', 250_000, undefined],
    ['minprice=1000&maxprice=5000', undefined, 500_000],
    ['minprice=500&maxprice=20000', 50_000, 2_000_000],
    ['minprice=5000&maxprice=2500', 250_000, 500_000],
    ['minprice=abc&maxprice=-4', undefined, undefined],
    ['minprice=1e3&maxprice=Infinity', undefined, undefined],
    ['minprice=99999999999999999999', 10_000_000_000, undefined],
  ])('reads the price of %s', (text, minPricePaise, maxPricePaise) => {
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
    ['sort=__proto__&filter=x', 'latest'],
    ['sort=best', 'latest'],
    ['search=kurta', 'best'],
    ['search=kurta&sort=best', 'best'],
    ['search=kurta&sort=latest', 'latest'],
    ['search=kurta&filter=top_sale', 'top_sale'],
  ])('sorts by %s', (text, sort) => {
    expect(parse(text).sort).toBe(sort);
  });

  it.each([
    ['page=-1', 1],
    ['page=0', 1],
    ['page=abc', 1],
    ['page=7', 7],
    ['page=2.9', 2],
    ['page=99999999999999999999999', 1_000_000],
  ])('reads %s', (text, page) => {
    expect(parse(text).page).toBe(page);
  });

  it('cuts what is long or many, and quickly', () => {
    const start = performance.now();
    const query = parse(`size=${'x'.repeat(10_000)}&${'color=a,b&'.repeat(5_000)}&search=${'é '.repeat(5_000)}`);
    expect(query.size[0]?.length).toBeLessThanOrEqual(80);
    expect(query.color).toEqual(['a', 'b']);
    expect(query.search?.length).toBeLessThanOrEqual(100);
    expect(parse(`brand=${Array.from({ length: 500 }, (_, at) => at).join(',')}`).brand.length).toBeLessThanOrEqual(30);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('listHref', () => {
  it('has one order, no defaults, and comes back the same', () => {
    const query = parse('page=3&maxprice=5000&color=teal&category=women&sort=hightolow&size=m,l&minprice=1000');
    const href = listHref(query);
    expect(href).toBe('/products?category=women&size=l,m&color=teal&maxprice=5000&sort=hightolow&page=3');
    expect(parse(href.split('?')[1] ?? '')).toEqual(query);
    expect(listHref(parse('sort=latest&page=1'))).toBe('/products');
  });

  it('leaves out the order that a list has by itself, which is another with a term', () => {
    const href = (text: string) => listHref(parse(text), {}, '/search');
    expect(href('search=kurta&sort=best')).toBe('/search?search=kurta');
    expect(href('search=kurta&sort=latest')).toBe('/search?search=kurta&sort=latest');
    expect(href('search=kurtaa&exact=true&exact=no')).toBe('/search?search=kurtaa&exact=true');
    expect(href('exact=true')).toBe('/search');
  });

  it('goes to the first page on any change but of the page', () => {
    const query = parse('category=women&page=3');
    expect(listHref(query, { sort: 'lowtohigh' })).toBe('/products?category=women&sort=lowtohigh');
    expect(listHref(query, { page: 4 })).toBe('/products?category=women&page=4');
    expect(listHref(query, { minPricePaise: 250_000, maxPricePaise: undefined })).toBe(
      '/products?category=women&minprice=2500',
    );
    expect(toggleHref(query, 'category', 'women')).toBe('/products');
    expect(toggleHref(query, 'size', 'm')).toBe('/products?category=women&size=m');
  });
});

it('makes slugs of values in every script', () => {
  expect(valueSlug(' Rust Red! ')).toBe('rust-red');
  expect(valueSlug('Crème brûlée')).toBe('creme-brulee');
  expect(valueSlug('2–3 years')).toBe('2-3-years');
  expect(valueSlug('नीला')).toBe('नीला');
});
