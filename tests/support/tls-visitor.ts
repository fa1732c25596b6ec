import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface TlsResponse {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text(): string;
  data(): Record<string, unknown>;
}

interface TlsRequest {
  body?: unknown;
  headers?: Record<string, string>;
}

const NOTHING = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** A browser that uses HTTP/2 with a proxy on this machine, from another address such as 127.0.0.2. */
export class TlsVisitor {
  readonly #port: number;
  readonly #host: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  #session: ClientHttp2Session | undefined;

  constructor(port: number, { host = 'shop.example', address = '127.0.0.1' } = {}) {
    this.#port = port;
    this.#host = host;
    this.#address = address;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TlsResponse> {
    return this.#request('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<TlsResponse> {
    return this.#request('POST', path, { body, headers });
  }

  close(): void {
    this.#session?.destroy();
  }

  #connected(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    this.#session = connect(`https://${this.#host}`, {
      createConnection: () =>
        connectTls({
          socket: connectTcp({ host: '127.0.0.1', port: this.#port, localAddress: this.#address }),
          servername: this.#host,
          ALPNProtocols: ['h2'],
          // The certificate of a test is self-signed.
          rejectUnauthorized: false,
        }),
    });
    // Each request reports the error.
    this.#session.on('error', () => {});
    return this.#session;
  }

  #request(method: string, path: string, { body, headers = {} }: TlsRequest): Promise<TlsResponse> {
    const bytes = Buffer.isBuffer(body) || body === undefined ? body : Buffer.from(JSON.stringify(body));
    const sent = {
      ':authority': this.#host,
      ':method': method,
      ':path': path,
      accept: method === 'GET' ? 'text/html' : 'application/json',
      cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
      ...(bytes && { 'content-type': 'application/json', origin: `https://${this.#host}` }),
      ...headers,
    };
    return new Promise((resolve) => {
      const stream = this.#connected().request(sent);
      const chunks: Buffer[] = [];
      let received: TlsResponse['headers'] & { ':status'?: number } = {};
      stream.on('response', (responseHeaders) => {
        received = responseHeaders as typeof received;
        this.#keepCookies(responseHeaders['set-cookie'] ?? []);
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      let isComplete = false;
      stream.on('end', () => {
        isComplete = true;
      });
      // The response, or its absence, shows whether the request failed.
      stream.on('error', () => {});
      stream.on('close', () => {
        const response = { status: received[':status'] ?? 0, headers: received, body: Buffer.concat(chunks) };
        resolve(withReaders(isComplete ? response : NOTHING));
      });
      stream.end(bytes);
    });
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }
}

function withReaders(response: Pick<TlsResponse, 'status' | 'headers' | 'body'>): TlsResponse {
  const text = () => response.body.toString();
  return {
    ...response,
    text,
    data: () => ((JSON.parse(text()) as { data?: object }).data ?? {}) as Record<string, unknown>,
  };
}
