import { HOME } from './order-fixture.ts';

/** A response from the API. `status` is 0 if the connection ended without a response. */
export interface BuyerResponse {
  status: number;
  message: string;
  data: Record<string, unknown>;
}

/** A visitor with cookies, who may send requests to any of several servers. */
export class HttpBuyer {
  readonly #cookies = new Map<string, string>();
  readonly #address: string;

  /** `address` is the buyer's IP address. The servers limit the number of writes from its network. */
  constructor(address = '203.0.113.1') {
    this.#address = address;
  }

  /** Returns the value of the `Cookie` header. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async post(
    origin: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<BuyerResponse> {
    return this.send('POST', origin, path, body, headers);
  }

  async send(
    method: string,
    origin: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<BuyerResponse> {
    try {
      const response = await fetch(origin + path, {
        method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': this.#address,
          cookie: this.cookieHeader(),
          ...headers,
        },
        ...(signal ? { signal } : {}),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.#cookies.set(name, value);
      }
      const text = await response.text();
      // A proxy responds with its own page if the shop did not respond.
      const isJson = response.headers.get('content-type')?.includes('json');
      const { message, data } = isJson ? (JSON.parse(text) as BuyerResponse) : { message: text, data: undefined };
      return { status: response.status, message, data: data ?? {} };
    } catch {
      return { status: 0, message: '', data: {} };
    }
  }

  addToCart(origin: string, product: string, variant: string, quantity: number): Promise<BuyerResponse> {
    return this.post(origin, '/public/cart/create', { product, variant, quantity });
  }

  order(
    origin: string,
    key: string,
    fields: Record<string, unknown> = {},
    signal?: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<BuyerResponse> {
    const contact = { email: 'buyer@example.in', mobile: '9876543210' };
    const body = { contact, address: HOME, payment: 'cod', ...fields };
    return this.send('POST', origin, '/public/orders/create', body, { 'idempotency-key': key, ...headers }, signal);
  }
}
