import { EventEmitter } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface CapturedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** False when rendering broke off: such an answer must never be kept. */
  complete: boolean;
}

type RenderHandler = (req: IncomingMessage, res: ServerResponse, next: () => void, locals: object) => unknown;

/** What a response needs to be for Astro's writer, kept in memory until it is whole. */
class CapturedResponse extends EventEmitter {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  #headers: OutgoingHttpHeaders = {};
  #chunks: Buffer[] = [];
  readonly #settle: (answer: CapturedAnswer) => void;

  /** Astro takes its listener off the request's socket by way of this. */
  readonly req: IncomingMessage;

  constructor(req: IncomingMessage, settle: (answer: CapturedAnswer) => void) {
    super();
    this.req = req;
    this.#settle = settle;
  }

  setHeader(name: string, value: number | string | string[]): this {
    this.#headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): number | string | string[] | undefined {
    return this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.at(-1);
    if (headers && typeof headers === 'object') {
      for (const [name, value] of Object.entries(headers)) this.#headers[name.toLowerCase()] = value;
    }
    this.headersSent = true;
    return this;
  }

  write(chunk: string | Uint8Array, done?: () => void): boolean {
    // A view, not a copy: Astro does not use a chunk again, and copies of whole pages cost memory under load.
    const { buffer, byteOffset, byteLength } = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.#chunks.push(Buffer.from(buffer, byteOffset, byteLength));
    done?.();
    return true;
  }

  end(chunk?: string | Uint8Array): this {
    if (chunk) this.write(chunk);
    this.#finish(true);
    return this;
  }

  destroy(): this {
    this.#finish(false);
    return this;
  }

  #finish(complete: boolean): void {
    const [only = Buffer.alloc(0), ...more] = this.#chunks;
    const body = more.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#settle({ status: this.statusCode, headers: this.#headers, body, complete });
    this.#chunks = [];
    this.emit('finish');
    this.emit('close');
  }
}

/** A request that no client sent: the page is rendered for everyone, so it carries no cookie and no address. */
function sharedRequest(url: string, host: string): IncomingMessage {
  const request = new EventEmitter();
  const socket = Object.assign(new EventEmitter(), { encrypted: false, remoteAddress: '127.0.0.1', destroyed: false });
  const headers = { host, accept: 'text/html' };
  return Object.assign(request, { method: 'GET', url, headers, socket }) as unknown as IncomingMessage;
}

/** Renders a page without a client; resolves with the whole answer, or with `undefined` when no route matches. */
export function renderShared(
  handler: RenderHandler,
  url: string,
  host: string,
  locals: object,
): Promise<CapturedAnswer | undefined> {
  return renderCaptured(handler, sharedRequest(url, host), locals);
}

/** Renders the request and keeps the answer back until it is whole; `undefined` when no route matches. */
export function renderCaptured(
  handler: RenderHandler,
  req: IncomingMessage,
  locals: object,
): Promise<CapturedAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const response = new CapturedResponse(req, resolve);
    Promise.resolve(handler(req, response as unknown as ServerResponse, () => resolve(undefined), locals)).catch(
      reject,
    );
  });
}

export type { RenderHandler };
