import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Http2Response {
  /** The status of the response, or 0 if the connection ended before a complete response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text(): string;
  data(): Record<string, unknown>;
}

interface Http2Request {
  body?: unknown;
  headers?: Record<string, string>;
}

const NO_RESPONSE = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** A visitor who connects over HTTP/2 to a proxy on this machine, from 127.0.0.1 or another local address. */
export class Http2Visitor {
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

  get(path: string, headers: Record<string, string> = {}): Promise<Http2Response> {
    return this.#request('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Http2Response> {
    return this.#request('POST', path, { body, headers });
  }

  close(): void {
    this.#session?.destroy();
  }

  #openSession(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    this.#session = connect(`https://${this.#host}`, {
      createConnection: () =>
        connectTls({
          socket: connectTcp({ host: '127.0.0.1', port: this.#port, localAddress: this.#address }),
          servername: this.#host,
          ALPNProtocols: ['h2'],
          // Test certificates are self-signed.
          rejectUnauthorized: false,
        }),
    });
    // A request without a complete response resolves with status 0.
    this.#session.on('error', () => {});
    return this.#session;
  }

  #request(method: string, path: string, { body, headers = {} }: Http2Request): Promise<Http2Response> {
    const bytes = Buffer.isBuffer(body) || body === undefined ? body : Buffer.from(JSON.stringify(body));
    const requestHeaders = {
      ':authority': this.#host,
      ':method': method,
      ':path': path,
      accept: method === 'GET' ? 'text/html' : 'application/json',
      cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
      ...(bytes && { 'content-type': 'application/json', origin: `https://${this.#host}` }),
      ...headers,
    };
    return new Promise((resolve) => {
      const stream = this.#openSession().request(requestHeaders);
      const chunks: Buffer[] = [];
      let responseHeaders: Http2Response['headers'] & { ':status'?: number } = {};
      stream.on('response', (receivedHeaders) => {
        responseHeaders = receivedHeaders as typeof responseHeaders;
        this.#keepCookies(receivedHeaders['set-cookie'] ?? []);
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      let isComplete = false;
      stream.on('end', () => {
        isComplete = true;
      });
      // The response, or its absence, shows whether the request failed.
      stream.on('error', () => {});
      stream.on('close', () => {
        const response = {
          status: responseHeaders[':status'] ?? 0,
          headers: responseHeaders,
          body: Buffer.concat(chunks),
        };
        resolve(withReaders(isComplete ? response : NO_RESPONSE));
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

function withReaders(response: Pick<Http2Response, 'status' | 'headers' | 'body'>): Http2Response {
  const text = () => response.body.toString();
  return {
    ...response,
    text,
    data: () => ((JSON.parse(text()) as { data?: object }).data ?? {}) as Record<string, unknown>,
  };
}
