import { expect, type Page } from '@playwright/test';
import { putInto } from './e2e-order.ts';

/** Cloth of which at least this many metres can be cut in one piece, in steps of 0.25 m from 0.5 m on. */
export interface Cloth {
  slug: string;
  variant: string;
  /** Metres. */
  longest: number;
}

export async function someCloth(page: Page): Promise<Cloth> {
  const response = await page.request.get('/public/product?category=fabrics');
  const { data } = (await response.json()) as { data: { data: { slug: string }[] } };
  for (const { slug } of data.data) {
    const shown = await page.request.get(`/public/product/show/${slug}`);
    const product = ((await shown.json()) as { data: ShownCloth }).data;
    const variant = product.variant_ids.find(({ longest_cut }) => (longest_cut ?? 0) >= 5);
    if (product.unit_step !== 0.25 || product.min_quantity !== 0.5 || !variant) continue;
    return { slug, variant: variant._id, longest: Math.floor((variant.longest_cut ?? 0) / 0.25) * 0.25 };
  }
  throw new Error('The demo shop has no such cloth.');
}

interface ShownCloth {
  unit_step: number;
  min_quantity: number;
  variant_ids: { _id: string; longest_cut: number | null }[];
}

export async function clothInCart(page: Page): Promise<Cloth> {
  const cloth = await someCloth(page);
  await putInto(page, '/public/cart/create', { product: cloth.slug, variant: cloth.variant, quantity: 2 });
  return cloth;
}

/** Metres of the only line. */
export async function lengthInCart(page: Page): Promise<number | undefined> {
  const response = await page.request.get('/public/cart');
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { data: { lines: { quantity: number }[] } }).data.lines[0]?.quantity;
}
