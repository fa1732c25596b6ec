import { performance } from 'node:perf_hooks';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from './goods.ts';
import { HttpBuyer } from './http-buyer.ts';
import { type RazorpayStandIn, startRazorpay } from './razorpay-stand-in.ts';
import { type ShopProcess, startShop, temporaryDir } from './shop-process.ts';

export interface GatewayShop {
  shop: ShopProcess;
  db: ShopDatabase;
  razorpay: RazorpayStandIn;
  close(): Promise<void>;
}

/** Starts a built shop whose payments use a stand-in for Razorpay. */
export async function startGatewayShop(extraEnv: Record<string, string> = {}): Promise<GatewayShop> {
  const razorpay = await startRazorpay();
  const data = temporaryDir('gateway-shop');
  const db = await openDatabase({ dataDir: data.dir });
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: 10_000 }).where('sku', '=', 'TS').execute();
  const { keyId, keySecret, webhookSecret, apiUrl } = razorpay.keys;
  const env = {
    TRUSTED_PROXIES: '1',
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_API_URL: apiUrl,
    ...extraEnv,
  };
  const shop = await startShop({ dataDir: data.dir, env });
  return {
    shop,
    db,
    razorpay,
    async close() {
      await shop.stop('SIGKILL');
      await Promise.all([razorpay.close(), db.close()]);
      data.remove();
    },
  };
}

/** A guest who places an order and pays through Razorpay. */
export class PayingGuest {
  readonly #buyer: HttpBuyer;
  readonly #origin: string;
  readonly #n: number;
  #query = '';
  orderId = '';

  constructor(origin: string, n: number) {
    this.#buyer = new HttpBuyer(`203.0.${n >> 8}.${n & 255}`);
    this.#origin = origin;
    this.#n = n;
  }

  async order(db: ShopDatabase): Promise<this> {
    await this.#buyer.addToCart(this.#origin, 'test-scarf', await variantOf(db, 'test-scarf'), 1);
    const contact = { email: `guest-${this.#n}@example.in`, mobile: '9876543210' };
    const response = await this.#buyer.order(this.#origin, `guest-${this.#n}`, { payment: 'razorpay', contact });
    if (response.status !== 200) throw new Error(`${response.status} ${response.message}`);
    this.orderId = String(response.data._id);
    this.#query = `token=${encodeURIComponent(String(response.data.token))}`;
    return this;
  }

  /** Submits the choice of payment method in the frame. */
  chooseRazorpay(): Promise<unknown> {
    return this.#buyer.post(this.#origin, this.#framePath(''), { method: 'razorpay' });
  }

  /** Requests the page in the frame after the choice. */
  async readFrame(): Promise<string> {
    return this.#text(this.#framePath('&state=razorpay'));
  }

  /** Requests the page around the frame. */
  readPage(): Promise<string> {
    return this.#text(`/checkout/payment/${this.orderId}?${this.#query}`);
  }

  /** Requests the payment status, which the page around the frame polls. */
  async readStatus(): Promise<unknown> {
    const path = `/public/payment-gateway/${this.orderId}/status?${this.#query}`;
    return (await this.#buyer.send('GET', this.#origin, path)).data.paymentStatus;
  }

  #framePath(suffix: string): string {
    return `/public/payment-gateway/${this.orderId}?${this.#query}${suffix}`;
  }

  async #text(path: string): Promise<string> {
    const response = await fetch(this.#origin + path, { headers: { accept: 'text/html' } });
    return response.text();
  }
}

/** Requests each page once, concurrently. Returns the duration of the slowest request in milliseconds. */
export async function measureSlowestPage(origin: string, paths: readonly string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async (path) => {
      const startedAt = performance.now();
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
      await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return performance.now() - startedAt;
    }),
  );
  return Math.max(...times);
}
