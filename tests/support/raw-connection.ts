import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The address of a server or proxy on this machine. */
export interface ServerAddress {
  name: string;
  port: number;
  isTls: boolean;
}

export interface RawRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  isChunked?: boolean;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the server closes the connection after this response. */
  isLast: boolean;
}

const PIECE_BYTES = 64 * 1024;

/** One HTTP/1.1 connection that the test controls: no library opens other connections or hides received bytes. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = Buffer.alloc(0);
  /** Called when bytes have been received or the connection has been closed. */
  #onChange: () => void = () => {};
  isClosed = false;
  hasTimedOut = false;

  constructor({ port, isTls }: ServerAddress, host: string, localAddress = '127.0.0.1') {
    const tcp = connect({ port, host: '127.0.0.1', localAddress });
    // Test certificates are self-signed.
    this.#socket = isTls ? connectTls({ socket: tcp, servername: host, rejectUnauthorized: false }) : tcp;
    this.#host = host;
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#onChange();
    });
    for (const socket of [tcp, this.#socket]) socket.on('error', () => this.close());
    this.#socket.on('close', () => this.close());
  }

  close(): void {
    this.isClosed = true;
    this.#socket.destroy();
    this.#onChange();
  }

  /** Sends a request. Returns undefined if the connection ended, or the timeout passed, without a complete response. */
  async request(rawRequest: RawRequest, timeoutMs: number): Promise<RawResponse | undefined> {
    const timer = setTimeout(() => {
      this.hasTimedOut = true;
      this.close();
    }, timeoutMs);
    this.#socket.write(headOf(rawRequest, this.#host));
    const sending = this.#send(rawRequest);
    const response = await this.#receive(rawRequest.method);
    if (response?.isLast) this.close();
    await sending;
    clearTimeout(timer);
    return response;
  }

  async #send({ body = Buffer.alloc(0), isChunked = false }: RawRequest): Promise<void> {
    for (let start = 0; start < body.length && !this.isClosed; start += PIECE_BYTES) {
      const piece = body.subarray(start, start + PIECE_BYTES);
      if (isChunked) this.#socket.write(`${piece.length.toString(16)}\r\n`);
      let hasCapacity = this.#socket.write(piece);
      if (isChunked) hasCapacity = this.#socket.write('\r\n');
      if (!hasCapacity && !this.isClosed) await this.#waitForDrain();
    }
    if (isChunked && !this.isClosed) this.#socket.write('0\r\n\r\n');
  }

  #waitForDrain(): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        this.#socket.off('drain', resume).off('close', resume);
        resolve();
      };
      this.#socket.once('drain', resume).once('close', resume);
    });
  }

  async #receive(method: string): Promise<RawResponse | undefined> {
    for (;;) {
      const next = parseResponse(this.#received, method, this.isClosed);
      if (next && next.response.status >= 200) {
        this.#received = this.#received.subarray(next.end);
        return next.response;
      }
      if (next) this.#received = this.#received.subarray(next.end);
      else if (this.isClosed) return undefined;
      else
        await new Promise<void>((resolve) => {
          this.#onChange = resolve;
        });
    }
  }
}

function headOf({ method, path, headers = {}, body, isChunked }: RawRequest, host: string): string {
  const framing =
    body === undefined ? {} : isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': `${body.length}` };
  const lines = Object.entries({ Host: host, ...headers, ...framing }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function parseResponse(
  received: Buffer,
  method: string,
  isClosed: boolean,
): { response: RawResponse; end: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(first.split(' ')[1]);
  const start = headEnd + 4;
  const hasNoBody = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const end = hasNoBody ? start : endOfBody(received, start, headers, isClosed);
  if (end === undefined) return undefined;
  const response = {
    status,
    headers,
    body: received.subarray(start, end).toString(),
    isLast: headers.connection === 'close',
  };
  return { response, end };
}

function endOfBody(
  received: Buffer,
  start: number,
  headers: Record<string, string>,
  isClosed: boolean,
): number | undefined {
  const isUntilClose = headers['content-length'] === undefined && headers.connection === 'close';
  if (headers['transfer-encoding'] === undefined && isUntilClose) return isClosed ? received.length : undefined;
  if (headers['transfer-encoding'] === undefined) {
    const end = start + Number(headers['content-length'] ?? 0);
    return end <= received.length ? end : undefined;
  }
  for (let chunkStart = start; ; ) {
    const lineEnd = received.indexOf('\r\n', chunkStart);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(received.subarray(chunkStart, lineEnd).toString(), 16);
    chunkStart = lineEnd + 2 + size + 2;
    if (chunkStart > received.length) return undefined;
    if (size === 0) return chunkStart;
  }
}
