import type { APIContext } from 'astro';
import { expect, test } from 'vitest';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { productDeliveryPath } from '#lib/sales/cart/delivery/product-delivery.server.ts';
import { quantityInUrl, rejectedQuantityPath } from '#lib/sales/cart/rejected-quantity-path.server.ts';

const REJECTION = new ShopError('invalid', 'Enter a quantity.', { quantity: 'Enter a quantity.' });
const FORM = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };

function contextFrom(referer: string, headers: Record<string, string> = FORM): APIContext {
  const url = new URL('https://shop.example/public/cart/create');
  return {
    url,
    request: new Request(url, { method: 'POST', body: 'a=1', headers: { ...headers, referer } }),
  } as APIContext;
}

const pathOf = (referer: string, input: { variant?: string; quantity?: number | string } = { quantity: '1,5 x' }) =>
  rejectedQuantityPath(contextFrom(referer), input, REJECTION);

test.each([
  ['https://shop.example/products/kurta', '/products/kurta?quantity=1%2C5%20x'],
  ['https://shop.example/products/kurta/17?quantity=9#top', '/products/kurta/17?quantity=1%2C5%20x'],
  ['https://shop.example/products?color=red&quickView=test-kurta', '/products/test-kurta?quantity=1%2C5%20x'],
  ['https://shop.example/cart', undefined],
  ['https://shop.example/products', undefined],
  ['https://shop.example/products/kurta/red', undefined],
  ['https://shop.example/old/products/kurta', undefined],
  ['https://other.example/products/kurta', undefined],
])('a quantity rejected on %s is shown again on %s', (referer, path) => expect(pathOf(referer)).toBe(path));

test('the path from a quick view includes the variant that was chosen there', () =>
  expect(pathOf('https://shop.example/products?quickView=kurta', { variant: '17', quantity: 3 })).toBe(
    '/products/kurta/17?quantity=3',
  ));

test('puts at most twenty characters of the input into the URL', () => {
  expect(pathOf('https://shop.example/products/kurta', { quantity: '1'.repeat(30) })).toBe(
    `/products/kurta?quantity=${'1'.repeat(20)}`,
  );
  expect(quantityInUrl(new URLSearchParams({ quantity: '1'.repeat(30) }))).toBe('1'.repeat(20));
  expect(quantityInUrl(new URLSearchParams())).toBeUndefined();
});

test('there is no path for another error or for a JSON request', () => {
  const input = { quantity: '0' };
  const form = contextFrom('https://shop.example/products/kurta');
  expect(rejectedQuantityPath(form, input, new ShopError('conflict', 'Sold out'))).toBeUndefined();
  expect(rejectedQuantityPath(form, input, new Error('broken'))).toBeUndefined();
  const json = contextFrom('https://shop.example/products/kurta', { 'content-type': 'application/json' });
  expect(rejectedQuantityPath(json, input, REJECTION)).toBeUndefined();
});

test.each([
  ['https://shop.example/products/kurta', '/products/kurta?pincode=500003#pincode'],
  ['https://shop.example/products/kurta/17?quantity=2', '/products/kurta/17?pincode=500003#pincode'],
  ['https://shop.example/products/kurta/red', undefined],
  ['https://shop.example/cart', undefined],
  ['https://other.example/products/kurta', undefined],
])('the delivery to a pincode entered on %s is shown on %s', (referer, path) => {
  expect(productDeliveryPath(contextFrom(referer), '500003')).toBe(path);
  expect(productDeliveryPath(contextFrom(referer, { 'content-type': 'application/json' }), '500003')).toBeUndefined();
});
