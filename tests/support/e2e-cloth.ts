import { expect, type Page } from '@playwright/test';
import { postJson } from './e2e-order.ts';

/** Cloth sold from 0.5 m in steps of 0.25 m. */
export interface Cloth {
  slug: string;
  variant: string;
  /** The longest piece that can be cut, in metres. */
  longestMetres: number;
}

/** Finds cloth of which at least five metres can be cut in one piece. Throws an error if there is no such cloth. */
export async function findCloth(page: Page): Promise<Cloth> {
  const listResponse = await page.request.get('/public/product?category=fabrics');
  const { data } = (await listResponse.json()) as { data: { data: { slug: string }[] } };
  for (const { slug } of data.data) {
    const response = await page.request.get(`/public/product/show/${slug}`);
    const product = ((await response.json()) as { data: ShownCloth }).data;
    const variant = product.variant_ids.find(({ longest_cut }) => (longest_cut ?? 0) >= 5);
    if (product.unit_step !== 0.25 || product.min_quantity !== 0.5 || !variant) continue;
    return { slug, variant: variant._id, longestMetres: Math.floor((variant.longest_cut ?? 0) / 0.25) * 0.25 };
  }
  throw new Error('The demo shop has no cloth of which five metres can be cut in one piece.');
}

interface ShownCloth {
  unit_step: number;
  min_quantity: number;
  variant_ids: { _id: string; longest_cut: number | null }[];
}

/** Adds two metres of the cloth that `findCloth` finds to the cart. */
export async function addClothToCart(page: Page): Promise<Cloth> {
  const cloth = await findCloth(page);
  await postJson(page, '/public/cart/create', { product: cloth.slug, variant: cloth.variant, quantity: 2 });
  return cloth;
}

/** Returns the length in metres in the first line of the cart, or undefined if the cart is empty. */
export async function metresInCart(page: Page): Promise<number | undefined> {
  const response = await page.request.get('/public/cart');
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { data: { lines: { quantity: number }[] } }).data.lines[0]?.quantity;
}
