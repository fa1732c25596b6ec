import { setTimeout as wait } from 'node:timers/promises';
import { HttpBuyer } from './http-buyer.ts';

/** What shoppers have seen so far. */
export interface Shopping {
  requests: number;
  orders: number;
  /** Answers that were no success, by what was asked. */
  failed: string[];
  slowestMs: number;
  end(): Promise<void>;
}

const CATEGORIES = ['women', 'men', 'kids', 'women-kurtas', 'fabrics'];
const SORTS = ['', 'lowtohigh', 'hightolow', 'top_sale'];
const SIZES = ['', 'S', 'M', 'L', 'XL'];

/** Begins shoppers who look at lists, goods and pictures, fill a cart, order and come back, each with pauses. */
export function beginShopping(origin: string, shoppers: number, pauseMs: number): Shopping {
  const shopping: Shopping = { requests: 0, orders: 0, failed: [], slowestMs: 0, end: async () => {} };
  let isOver = false;
  const all = Promise.all(Array.from({ length: shoppers }, (_, n) => shop(n)));
  shopping.end = async () => {
    isOver = true;
    await all;
  };
  return shopping;

  async function shop(n: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      const home = await look('/');
      // Few enough that the shop is not busy with making their widths for the first time.
      await look([...home.matchAll(/\/pictures\/[\w.-]+-160\.\w+/g)][n % 4]?.[0] ?? '/');
      const list = await look(listAddress());
      await look(listAddress());
      const product = oneOf([...list.matchAll(/href="\/products\/([a-z0-9-]+)"/g)])?.[1] ?? '';
      if (!product) continue;
      await look(`/products/${product}`);
      const asked = await counted(`show ${product}`, () => buyer.ask('GET', origin, `/public/product/show/${product}`));
      const [variant] = (asked.data.variant_ids ?? []) as { _id: string }[];
      const filled = await counted('', () => buyer.fill(origin, product, variant?._id ?? '', 1));
      await look(`/search?search=${oneOf(['kurta', 'cotton', 'saree', 'shirt'])}`);
      await counted('cart', () => buyer.ask('GET', origin, '/public/cart'));
      if (round % 4 === 0 && filled.status === 200) {
        const said = await counted('', () => buyer.order(origin, `${n}-${round}`));
        if (said.status === 200) shopping.orders += 1;
      }
    }
  }

  async function look(path: string): Promise<string> {
    const answer = await counted(path, () => fetch(origin + path, { headers: { accept: 'text/html' } }));
    return answer.text();
  }

  /** `what` is empty for what may be refused, such as goods that are sold out. */
  async function counted<T extends { status: number }>(what: string, ask: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await ask();
    shopping.slowestMs = Math.max(shopping.slowestMs, performance.now() - begun);
    shopping.requests += 1;
    if (what && answer.status !== 200) shopping.failed.push(`${answer.status} ${what}`);
    await wait(pauseMs * (0.5 + Math.random()));
    return answer;
  }
}

function listAddress(): string {
  const price = Math.floor(Math.random() * 400) * 10;
  return `/products?category=${oneOf(CATEGORIES)}&sort=${oneOf(SORTS)}&size=${oneOf(SIZES)}&minprice=${price}`;
}

function oneOf<T>(choices: readonly T[]): T | undefined {
  return choices[Math.floor(Math.random() * choices.length)];
}
