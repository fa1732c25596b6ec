import { setTimeout as wait } from 'node:timers/promises';
import { HttpBuyer } from './http-buyer.ts';

interface ShownProduct {
  min_quantity?: number;
  variant_ids?: { _id: string; stock_status: string }[];
}

const CATEGORIES = ['women', 'men', 'kids', 'women-kurtas', 'fabrics'];
const SORTS = ['', 'lowtohigh', 'hightolow', 'top_sale'];
const SIZES = ['', 'S', 'M', 'L', 'XL'];
/** Without this, `fetch` accepts brotli only over HTTPS. */
const BROWSER_HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
/** On average, one in this many requests is an order. */
const REQUESTS_PER_ORDER = 50;

/**
 * Starts shoppers who open lists, products and pictures, fill a cart, sometimes order, and start again, with pauses.
 */
export function beginShopping(origin: string, shoppers: number, pauseMs: number): Shopping {
  return new Shopping(origin, shoppers, pauseMs);
}

/** The running shoppers, and their results so far. */
class Shopping {
  requests = 0;
  orders = 0;
  /** Requests that failed, with their status; 0 is an API request without a response. */
  readonly failed: string[] = [];
  /** How often each reason prevented adding to a cart or ordering. */
  readonly refused: Record<string, number> = {};
  slowestMs = 0;
  readonly #origin: string;
  readonly #pauseMs: number;
  readonly #ended: Promise<unknown>;
  #isOver = false;

  constructor(origin: string, shoppers: number, pauseMs: number) {
    this.#origin = origin;
    this.#pauseMs = pauseMs;
    this.#ended = Promise.all(Array.from({ length: shoppers }, (_, n) => this.#shop(n)));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #shop(n: number): Promise<void> {
    // Random, so that not all shoppers order at the same time.
    let untilOrder = REQUESTS_PER_ORDER * Math.random();
    for (let round = 0; !this.#isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      const { isFilled, requests } = await this.#fillCart(n, buyer);
      untilOrder -= requests;
      if (!isFilled || untilOrder > 0) continue;
      untilOrder += REQUESTS_PER_ORDER - 1;
      const response = await this.#counted('order', () => buyer.order(this.#origin, `${n}-${round}`), isFault);
      if (response.status === 200) this.orders += 1;
      else this.#countRefusal(`order: ${response.status} ${response.message}`);
    }
  }

  async #fillCart(n: number, buyer: HttpBuyer): Promise<{ isFilled: boolean; requests: number }> {
    const origin = this.#origin;
    const home = await this.#get('/');
    // Few pictures, so that the shop is not busy with resizing them.
    await this.#get([...home.matchAll(/\/pictures\/[\w.-]+-160\.\w+/g)][n % 4]?.[0] ?? '/');
    const list = await this.#get(listAddress());
    await this.#get(listAddress());
    const product = pickRandom([...list.matchAll(/href="\/products\/([a-z0-9-]+)"/g)])?.[1] ?? '';
    if (!product) return { isFilled: false, requests: 4 };
    await this.#get(`/products/${product}`);
    const show = `/public/product/show/${product}`;
    const response = await this.#counted(show, () => buyer.send('GET', origin, show));
    const { variant_ids = [], min_quantity = 1 } = response.data as ShownProduct;
    const variant = pickRandom(variant_ids.filter(({ stock_status }) => stock_status === 'in_stock'));
    if (!variant) {
      this.#countRefusal('the product is out of stock');
      return { isFilled: false, requests: 6 };
    }
    const addToCart = () => buyer.addToCart(origin, product, variant._id, min_quantity);
    const filled = await this.#counted('add to cart', addToCart, isFault);
    if (filled.status !== 200) this.#countRefusal(`cart: ${filled.status} ${filled.message}`);
    await this.#get(`/search?search=${pickRandom(['kurta', 'cotton', 'saree', 'shirt'])}`);
    await this.#counted('cart', () => buyer.send('GET', origin, '/public/cart'));
    return { isFilled: filled.status === 200, requests: 9 };
  }

  #countRefusal(reason: string): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }

  async #get(path: string): Promise<string> {
    const get = () => fetch(this.#origin + path, { headers: BROWSER_HEADERS });
    return (await this.#counted(path, get)).text();
  }

  /** `isFailed` decides by the status whether the request failed. */
  async #counted<T extends { status: number }>(
    what: string,
    send: () => Promise<T>,
    isFailed = (status: number) => status !== 200,
  ): Promise<T> {
    const startedAt = performance.now();
    const response = await send();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    this.requests += 1;
    if (isFailed(response.status)) this.failed.push(`${response.status} ${what}`);
    await wait(this.#pauseMs * (0.5 + Math.random()));
    return response;
  }
}

/** For requests that may be refused, such as for sold-out products. */
function isFault(status: number): boolean {
  return status === 0 || status >= 500;
}

function listAddress(): string {
  const price = Math.floor(Math.random() * 400) * 10;
  const [category, sort, size] = [pickRandom(CATEGORIES), pickRandom(SORTS), pickRandom(SIZES)];
  return `/products?category=${category}&sort=${sort}&size=${size}&minprice=${price}`;
}

function pickRandom<T>(choices: readonly T[]): T | undefined {
  return choices[Math.floor(Math.random() * choices.length)];
}
