import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';

const SENT_WHOLE_BYTES = 1024 * 1024;

/** Buffers a short response to send a Content-Length, and streams a longer one. */
export class MeasuredResponse extends Writable {
  readonly #res: ServerResponse;
  readonly #headers: OutgoingHttpHeaders;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(res: ServerResponse, headers: OutgoingHttpHeaders) {
    super();
    this.#res = res;
    this.#headers = headers;
    res.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#res.headersSent) this.#res.write(chunk, done);
    else this.#hold(chunk, done);
  }

  #hold(chunk: Buffer, done: (error?: Error | null) => void): void {
    // A copy, because the sender reuses its buffer.
    this.#held.push(Buffer.from(chunk));
    this.#heldBytes += chunk.length;
    if (this.#heldBytes <= SENT_WHOLE_BYTES) done();
    else this.#res.writeHead(200, this.#headers).write(this.#takeHeld(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.#res.headersSent) this.#res.writeHead(200, { ...this.#headers, 'content-length': this.#heldBytes });
    this.#res.end(this.#takeHeld(), () => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#res.writableEnded) this.#res.destroy();
    done(error);
  }

  #takeHeld(): Buffer {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    return held;
  }
}
