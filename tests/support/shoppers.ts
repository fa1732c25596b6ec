import { setTimeout as wait } from 'node:timers/promises';
import { HttpBuyer } from './http-buyer.ts';

interface ShownProduct {
  min_quantity?: number;
  variant_ids?: { _id: string; stock_status: string }[];
}

const CATEGORIES = ['women', 'men', 'kids', 'women-kurtas', 'fabrics'];
const SORTS = ['', 'lowtohigh', 'hightolow', 'top_sale'];
const SIZES = ['', 'S', 'M', 'L', 'XL'];
/** Without these headers, `fetch` accepts brotli only over HTTPS. */
const BROWSER_HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
/** The average number of requests per order. */
const REQUESTS_PER_ORDER = 50;

/** Starts shoppers who repeatedly open lists, products and pictures, fill a cart and sometimes order, with pauses. */
export function beginShopping(origin: string, shoppers: number, pauseMs: number): Shopping {
  return new Shopping(origin, shoppers, pauseMs);
}

/** The running shoppers, and their results so far. */
class Shopping {
  requests = 0;
  orders = 0;
  /** The failed requests with their status, which is 0 if an API request had no response. */
  readonly failures: string[] = [];
  /** The number of times that each reason prevented adding to a cart or ordering. */
  readonly refusals: Record<string, number> = {};
  slowestMs = 0;
  readonly #origin: string;
  readonly #pauseMs: number;
  readonly #shoppers: Promise<unknown>;
  #isOver = false;

  constructor(origin: string, shoppers: number, pauseMs: number) {
    this.#origin = origin;
    this.#pauseMs = pauseMs;
    this.#shoppers = Promise.all(Array.from({ length: shoppers }, (_, n) => this.#shop(n)));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#shoppers;
  }

  async #shop(n: number): Promise<void> {
    // The start is random, so that shoppers do not all order at the same time.
    let untilOrder = REQUESTS_PER_ORDER * Math.random();
    for (let round = 0; !this.#isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      const { isFilled, requests } = await this.#fillCart(n, buyer);
      untilOrder -= requests;
      if (!isFilled || untilOrder > 0) continue;
      untilOrder += REQUESTS_PER_ORDER - 1;
      const response = await this.#sendCounted('order', () => buyer.order(this.#origin, `${n}-${round}`), isFault);
      if (response.status === 200) this.orders += 1;
      else this.#countRefusal(`order: ${response.status} ${response.message}`);
    }
  }

  async #fillCart(n: number, buyer: HttpBuyer): Promise<{ isFilled: boolean; requests: number }> {
    const origin = this.#origin;
    const home = await this.#get('/');
    // Only a few different pictures are requested, so that the shop is not busy resizing pictures.
    await this.#get([...home.matchAll(/\/pictures\/[\w.-]+-160\.\w+/g)][n % 4]?.[0] ?? '/');
    const list = await this.#get(listAddress());
    await this.#get(listAddress());
    const product = pickRandom([...list.matchAll(/href="\/products\/([a-z0-9-]+)"/g)])?.[1] ?? '';
    if (!product) return { isFilled: false, requests: 4 };
    await this.#get(`/products/${product}`);
    const show = `/public/product/show/${product}`;
    const response = await this.#sendCounted(show, () => buyer.send('GET', origin, show));
    const { variant_ids = [], min_quantity = 1 } = response.data as ShownProduct;
    const variant = pickRandom(variant_ids.filter(({ stock_status }) => stock_status === 'in_stock'));
    if (!variant) {
      this.#countRefusal('the product is out of stock');
      return { isFilled: false, requests: 6 };
    }
    const addToCart = () => buyer.addToCart(origin, product, variant._id, min_quantity);
    const cartResponse = await this.#sendCounted('add to cart', addToCart, isFault);
    if (cartResponse.status !== 200) this.#countRefusal(`cart: ${cartResponse.status} ${cartResponse.message}`);
    await this.#get(`/search?search=${pickRandom(['kurta', 'cotton', 'saree', 'shirt'])}`);
    await this.#sendCounted('cart', () => buyer.send('GET', origin, '/public/cart'));
    return { isFilled: cartResponse.status === 200, requests: 9 };
  }

  #countRefusal(reason: string): void {
    this.refusals[reason] = (this.refusals[reason] ?? 0) + 1;
  }

  async #get(path: string): Promise<string> {
    const get = () => fetch(this.#origin + path, { headers: BROWSER_HEADERS });
    return (await this.#sendCounted(path, get)).text();
  }

  /** Sends and counts a request. `isFailed` returns whether the request failed, depending on the status. */
  async #sendCounted<T extends { status: number }>(
    label: string,
    send: () => Promise<T>,
    isFailed = (status: number) => status !== 200,
  ): Promise<T> {
    const startedAt = performance.now();
    const response = await send();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    this.requests += 1;
    if (isFailed(response.status)) this.failures.push(`${response.status} ${label}`);
    await wait(this.#pauseMs * (0.5 + Math.random()));
    return response;
  }
}

/** Checks the status of a request that may be refused without a fault, for example because a product is sold out. */
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
