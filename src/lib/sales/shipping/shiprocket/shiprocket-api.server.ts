import type { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Upstream, UpstreamOptions } from '#lib/platform/upstream/upstream.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { DAY_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { REFUSAL, TOKEN } from '#lib/sales/shipping/shiprocket/shiprocket.schema.ts';

export type ShiprocketKeys = NonNullable<Settings['shiprocket']>;

/** The options for all calls except status queries. No visitor waits for these calls. */
const CALL_OPTIONS: UpstreamOptions = {
  maxConcurrent: 2,
  maxWaiting: 8,
  timeoutMs: 15_000,
  isServiceFailure,
  statusOf,
};
/** The options for status queries, which are separate so that status queries never delay a booking. */
const STATUS_QUERY_OPTIONS: UpstreamOptions = { ...CALL_OPTIONS, maxConcurrent: 1, maxWaiting: 2 };
/** The time after which a token is replaced. Shorter than the ten days for which a token is valid. */
const TOKEN_LIFETIME_MS = 9 * DAY_MS;
/** The pause after a rejected login, because Shiprocket locks an account after several wrong passwords. */
const LOGIN_PAUSE_MS = 15 * MINUTE_MS;
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MAX_LABEL_BYTES = 10 * 1024 * 1024;

export const UNANSWERED = 'Shiprocket is not responding.';
const KEYS_REJECTED =
  'Shiprocket rejects the email address or the password of the API user: check SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD.';

class ErrorResponse extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, body: string) {
    const reason = parseReason(body);
    super(`Shiprocket responded with ${status}${reason && `: ${reason}`}`);
    this.status = status;
    this.reason = reason;
  }
}

interface Login {
  /** Undefined if the login was rejected. */
  token: string | undefined;
  at: number;
}

/** The last login to each account, cached in each process. */
const LOGINS = new WeakMap<Upstreams, Map<string, Login>>();

interface Call<T> {
  /** The method and a pattern of the path, for the log. By default, the method and the path. */
  route?: string;
  path: string;
  body?: unknown;
  schema: z.ZodMiniType<T>;
  isStatusQuery?: boolean;
}

/** Calls Shiprocket's API with a token. If the token is rejected, logs in again and repeats the call once. */
export class ShiprocketApi {
  readonly #keys: ShiprocketKeys;
  readonly #calls: Upstream;
  readonly #statusQueries: Upstream;
  readonly #logins: Map<string, Login>;
  readonly #now: () => number;

  constructor(keys: ShiprocketKeys, upstreams: Upstreams, now: () => number) {
    this.#keys = keys;
    this.#calls = upstreams.get('shiprocket', CALL_OPTIONS);
    this.#statusQueries = upstreams.get('shiprocket-tracking', STATUS_QUERY_OPTIONS);
    const logins = LOGINS.get(upstreams) ?? new Map<string, Login>();
    LOGINS.set(upstreams, logins);
    this.#logins = logins;
    this.#now = now;
  }

  /**
   * Calls the API, and returns the parsed response. Throws `conflict` with the reason if Shiprocket rejects the call or
   * the login, and `busy` if there is no valid response.
   */
  async call<T>(call: Call<T>): Promise<T> {
    const token = await this.#token();
    try {
      return await this.#send(call, token);
    } catch (error) {
      if (statusOf(error) !== 401) throw asShopError(error);
    }
    this.#logins.delete(this.#account);
    const newToken = await this.#token();
    try {
      return await this.#send(call, newToken);
    } catch (error) {
      throw asShopError(error);
    }
  }

  /**
   * Downloads a file from a URL that Shiprocket has returned. Throws `conflict` if the URL is invalid, and `busy` if
   * the download fails.
   */
  async download(route: string, url: string): Promise<Uint8Array> {
    if (!URL.canParse(url) || !isAllowedUrl(new URL(url), this.#keys))
      throw new ShopError('conflict', 'Shiprocket returned no valid URL for the label.');
    try {
      return await this.#calls.call(route, async (signal) => {
        const response = await fetch(url, { signal, redirect: 'error' });
        const bytes = await bytesOf(response, MAX_LABEL_BYTES);
        if (!response.ok) throw new ErrorResponse(response.status, '');
        return bytes;
      });
    } catch (error) {
      // The file may become available only some seconds after its URL is returned, so the download is repeated later.
      throw new ShopError('busy', UNANSWERED, undefined, { cause: error });
    }
  }

  get #account(): string {
    return `${this.#keys.apiUrl} ${this.#keys.email} ${this.#keys.password}`;
  }

  async #token(): Promise<string> {
    const login = this.#logins.get(this.#account);
    const ageMs = login ? this.#now() - login.at : Number.POSITIVE_INFINITY;
    if (login?.token !== undefined && ageMs >= 0 && ageMs < TOKEN_LIFETIME_MS) return login.token;
    if (login && login.token === undefined && ageMs >= 0 && ageMs < LOGIN_PAUSE_MS)
      throw new ShopError('conflict', KEYS_REJECTED);
    const { email, password } = this.#keys;
    try {
      const { token } = await this.#send({ path: 'auth/login', body: { email, password }, schema: TOKEN }, undefined);
      this.#logins.set(this.#account, { token, at: this.#now() });
      return token;
    } catch (error) {
      if (isServiceFailure(error)) throw asShopError(error);
      this.#logins.set(this.#account, { token: undefined, at: this.#now() });
      throw new ShopError('conflict', KEYS_REJECTED, undefined, { cause: error });
    }
  }

  #send<T>({ route, path, body, schema, isStatusQuery }: Call<T>, token: string | undefined): Promise<T> {
    const upstream = isStatusQuery ? this.#statusQueries : this.#calls;
    const method = body === undefined ? 'GET' : 'POST';
    return upstream.call(route ?? `${method} ${path}`, async (signal) => {
      const response = await fetch(`${this.#keys.apiUrl}/v1/external/${path}`, {
        method,
        redirect: 'error',
        signal,
        headers: {
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = new TextDecoder().decode(await bytesOf(response, MAX_JSON_BYTES));
      if (!response.ok) throw new ErrorResponse(response.status, text);
      return schema.parse(text === '' ? {} : JSON.parse(text));
    });
  }
}

/** Returns whether a file may be downloaded: over HTTPS from any host or, for tests, from the host of the API. */
function isAllowedUrl({ protocol, host }: URL, { apiUrl }: ShiprocketKeys): boolean {
  return protocol === 'https:' || host === new URL(apiUrl).host;
}

async function bytesOf({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error('The response from Shiprocket is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseReason(body: string): string {
  try {
    const { message = '', errors = {} } = REFUSAL.parse(JSON.parse(body));
    return [message, ...Object.values(errors).flat()].filter(Boolean).join(' ').slice(0, 300);
  } catch {
    // If the body can't be parsed, the status is shown as the reason.
    return '';
  }
}

function asShopError(error: unknown): ShopError {
  if (error instanceof ErrorResponse && !isServiceFailure(error))
    return new ShopError('conflict', `Shiprocket rejected the request: ${error.reason || `status ${error.status}`}`);
  return new ShopError('busy', UNANSWERED, undefined, { cause: error });
}

function isServiceFailure(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status === 429 || status >= 500;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ErrorResponse ? error.status : undefined;
}
