import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { isFileKey, newFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import type { ByteRange, FileStore } from '#lib/platform/files/storage/file-store.ts';
import { isStoreFailure, s3Client, statusOfStore } from '#lib/platform/files/storage/s3-client.server.ts';
import type { StorageAddress } from '#lib/platform/files/storage/storage-address.ts';
import { FileError } from '#lib/platform/files/storage/upload.ts';
import type { Upstream } from '#lib/platform/upstream/upstream.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

const PREFIX = 'files/';
/** The timeout of an upload. A large file is uploaded in one request, which gets its response only at the end. */
const UPLOAD_TIMEOUT_MS = 60_000;
/** The maximum time until a response begins. The body of the response may take minutes on a slow network. */
const RESPONSE_TIMEOUT_MS = 5_000;
const KEYS_PER_PAGE = 1_000;
const CANT_STORE_NOW = 'Files can’t be stored right now. Please try again in a few minutes.';
const CANT_READ_NOW = 'This file can’t be loaded right now. Please try again in a few minutes.';

export class S3FileStore implements FileStore {
  readonly #uploads: Upstream;
  readonly #requests: Upstream;
  readonly #address: StorageAddress;

  constructor(
    address: StorageAddress,
    upstreams: Upstreams,
    timeouts = { storeTimeoutMs: UPLOAD_TIMEOUT_MS, timeoutMs: RESPONSE_TIMEOUT_MS },
  ) {
    const options = {
      maxWaiting: 32,
      isServiceFailure: isStoreFailure,
      statusOf: statusOfStore,
      isResponse: isNoSuchFile,
    };
    this.#uploads = upstreams.get('object-store-uploads', {
      ...options,
      maxConcurrent: 8,
      timeoutMs: timeouts.storeTimeoutMs,
    });
    this.#requests = upstreams.get('object-store', { ...options, maxConcurrent: 32, timeoutMs: timeouts.timeoutMs });
    this.#address = address;
  }

  async add(path: string, type: string): Promise<string> {
    const key = newFileKey();
    try {
      await this.#put(key, path, type);
      return key;
    } catch (error) {
      throw new FileError('busy', CANT_STORE_NOW, { cause: error });
    }
  }

  restore(key: string, path: string): Promise<void> {
    return this.#put(key, path);
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const response = await this.#call(this.#requests, 'GET file', (s3) =>
        range ? s3.getObjectRaw(PREFIX + key, false, range.start, range.end + 1) : s3.getObjectResponse(PREFIX + key),
      );
      return response?.body ? Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>) : undefined;
    } catch (error) {
      if (statusOfStore(error) === 404) return undefined;
      throw new FileError('busy', CANT_READ_NOW, { cause: error });
    }
  }

  async remove(key: string): Promise<void> {
    if (isFileKey(key)) await this.#call(this.#requests, 'DELETE file', (s3) => s3.deleteObject(PREFIX + key));
  }

  async #put(key: string, path: string, type?: string): Promise<void> {
    const file = await openAsBlob(path);
    await this.#call(this.#uploads, 'PUT file', (s3) => s3.putObject(PREFIX + key, file, type));
  }

  async *list(): AsyncIterable<{ key: string; storedAt: number }> {
    let token: string | undefined;
    do {
      const pageToken = token;
      const page = await this.#call(this.#requests, 'GET list', (s3) =>
        s3.listObjectsPaged('/', PREFIX, KEYS_PER_PAGE, pageToken),
      );
      for (const { Key, LastModified } of page?.objects ?? []) {
        const key = Key.slice(PREFIX.length);
        if (isFileKey(key)) yield { key, storedAt: new Date(LastModified).getTime() };
      }
      token = page?.nextContinuationToken;
    } while (token);
  }

  #call<T>(upstream: Upstream, route: string, work: (s3: S3mini) => Promise<T>): Promise<T> {
    return upstream.call(route, async (signal) => work(await s3Client(this.#address, signal)));
  }
}

/** Returns whether the file is missing. A missing bucket also causes a 404, but is a configuration error. */
function isNoSuchFile(error: unknown): boolean {
  return statusOfStore(error) === 404 && codeOf(error) !== 'NoSuchBucket';
}
