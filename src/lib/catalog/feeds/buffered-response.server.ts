import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';

const MAX_BUFFERED_BYTES = 1024 * 1024;

/** A stream that buffers a response of up to 1 MB, to send a Content-Length. A longer response is streamed. */
export class BufferedResponse extends Writable {
  readonly #res: ServerResponse;
  readonly #headers: OutgoingHttpHeaders;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;

  constructor(res: ServerResponse, headers: OutgoingHttpHeaders) {
    super();
    this.#res = res;
    this.#headers = headers;
    res.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#res.headersSent) this.#res.write(chunk, done);
    else this.#buffer(chunk, done);
  }

  #buffer(chunk: Buffer, done: (error?: Error | null) => void): void {
    // The chunk is copied, because the sender reuses its buffer.
    this.#chunks.push(Buffer.from(chunk));
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes <= MAX_BUFFERED_BYTES) done();
    else this.#res.writeHead(200, this.#headers).write(this.#takeBuffered(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.#res.headersSent) this.#res.writeHead(200, { ...this.#headers, 'content-length': this.#bufferedBytes });
    this.#res.end(this.#takeBuffered(), () => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#res.writableEnded) this.#res.destroy();
    done(error);
  }

  #takeBuffered(): Buffer {
    const body = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return body;
  }
}
