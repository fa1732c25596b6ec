import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3mini, UploadPart } from 's3mini';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { isStoreFailure, s3Client, statusOfStore } from '#lib/platform/files/storage/s3-client.server.ts';
import type { BucketAddress } from '#lib/platform/files/storage/storage-address.ts';
import type { Upstream } from '#lib/platform/upstream/upstream.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

export interface BucketOptions {
  /** The size of a part. An object may have up to ten thousand parts. About four parts are in memory at a time. */
  partBytes: number;
  timeoutMs: number;
  /** The pauses before the retries of a call. Their sum is longer than the pause of the circuit breaker. */
  pausesMs: number[];
}

/** The timeout is long because a part takes more than a minute at 1 Mbit/s. */
const DEFAULT_OPTIONS: BucketOptions = {
  partBytes: 8 * 1024 * 1024,
  timeoutMs: 150_000,
  pausesMs: [1_000, 6_000, 20_000],
};
const KEYS_PER_PAGE = 1_000;

/**
 * A folder of an S3-compatible store. Calls are retried if the store fails. They throw a ShopError with a message for
 * the owner: with the code `refused` if the store rejects the access key or, in `list`, if there is no such bucket, and
 * with the code `busy` after any other error.
 */
export class Bucket {
  readonly label: string;
  readonly #address: BucketAddress;
  readonly #options: BucketOptions;
  readonly #upstream: Upstream;

  constructor(address: BucketAddress, options = DEFAULT_OPTIONS, upstreams = new Upstreams()) {
    this.label = address.label;
    this.#address = address;
    this.#options = options;
    const { timeoutMs } = options;
    this.#upstream = upstreams.get('backup-store', {
      maxConcurrent: 4,
      maxWaiting: 32,
      timeoutMs,
      isServiceFailure: isStoreFailure,
      statusOf: statusOfStore,
    });
  }

  /** Uploads an object with checksums. A large object is uploaded in parts, and exists only after the last part. */
  async put(key: string, content: Readable): Promise<void> {
    const parts = partsOf(content, this.#options.partBytes);
    const { value: firstPart = Buffer.alloc(0) } = await parts.next();
    const { value: secondPart } = await parts.next();
    if (!secondPart) await this.#call('PUT object', (s3) => s3.putObject(this.#fullKey(key), firstPart), firstPart);
    else await this.#putParts(this.#fullKey(key), concatenated([firstPart, secondPart], parts));
  }

  /** Returns the content of an object, or undefined if there is no such object. */
  async read(key: string): Promise<Readable | undefined> {
    const response = await this.#call('GET object', (s3) => s3.getObjectResponse(this.#fullKey(key)));
    return response?.body ? Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>) : undefined;
  }

  /** Copies an object within the store. Returns false on any error, for example if the object is larger than 5 GB. */
  async copy(from: string, to: string): Promise<boolean> {
    try {
      await this.#call('PUT copy', (s3) => s3.copyObject(this.#fullKey(from), this.#fullKey(to)));
      return true;
    } catch {
      // The caller then uploads the object again.
      return false;
    }
  }

  async has(key: string): Promise<boolean> {
    return (await this.#call('HEAD object', (s3) => s3.objectExists(this.#fullKey(key)))) === true;
  }

  /** Lists all objects below `prefix`. With `isFlat`, lists folders with a trailing slash, without their contents. */
  async *list(prefix: string, isFlat = false): AsyncIterable<{ key: string; bytes: number }> {
    let token: string | undefined;
    do {
      const pageToken = token;
      const page = await this.#call('GET list', (s3) =>
        s3.listObjectsPaged('/', this.#fullKey(prefix), KEYS_PER_PAGE, pageToken, isFlat ? { delimiter: '/' } : {}),
      );
      if (!page) throw new ShopError('refused', `${this.label}: there is no such bucket.`);
      for (const { Key, Size } of page.objects ?? [])
        yield { key: Key.slice(this.#address.prefix.length), bytes: Number(Size) };
      token = page.nextContinuationToken;
    } while (token);
  }

  async remove(keys: string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_PER_PAGE) {
      const batch = keys.slice(from, from + KEYS_PER_PAGE).map((key) => this.#fullKey(key));
      await this.#call('POST delete', (s3) => s3.deleteObjects(batch));
    }
  }

  #fullKey(key: string): string {
    return this.#address.prefix + key;
  }

  async #putParts(key: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const uploadId = await this.#call('POST upload', (s3) => s3.getMultipartUploadId(key));
    try {
      const sentParts: UploadPart[] = [];
      for await (const part of parts) {
        const partNumber = sentParts.length + 1;
        sentParts.push(await this.#call('PUT part', (s3) => s3.uploadPart(key, uploadId, part, partNumber), part));
      }
      await this.#call('POST complete', (s3) => s3.completeMultipartUpload(key, uploadId, sentParts));
    } catch (error) {
      // Stored parts cost money, so they are removed. If that fails too, only the original error is reported.
      await this.#call('DELETE upload', (s3) => s3.abortMultipartUpload(key, uploadId)).catch(() => {});
      throw error;
    }
  }

  async #call<T>(route: string, work: (s3: S3mini) => Promise<T>, body?: Buffer): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#upstream.call(route, async (signal) =>
          work(await s3Client(this.#address.storage, signal, body)),
        );
      } catch (error) {
        const pauseMs = this.#options.pausesMs[attempt];
        if (!isStoreFailure(error) || pauseMs === undefined) throw this.#asShopError(error);
        await wait(pauseMs);
      }
    }
  }

  #asShopError(error: unknown): ShopError {
    const reason = messageOf(error);
    const status = statusOfStore(error);
    const isKeyRefused = status === 401 || status === 403;
    const problem = `the store ${isKeyRefused ? 'refuses the key' : 'can’t be used'} (${reason})`;
    const code = isKeyRefused ? 'refused' : 'busy';
    return new ShopError(code, `${this.label}: ${problem}.`, undefined, { cause: error });
  }
}

async function* partsOf(content: Readable, partBytes: number): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= partBytes) {
      const buffer = Buffer.concat(chunks);
      yield buffer.subarray(0, partBytes);
      chunks = [buffer.subarray(partBytes)];
      size -= partBytes;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
  return undefined;
}

async function* concatenated(firstParts: Buffer[], otherParts: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* firstParts;
  yield* otherParts;
}
