import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { isFileKey, newFileKey } from '#lib/files/file-key.server.ts';
import type { ByteRange, FileStore } from '#lib/files/file-store.ts';
import type { StorageAddress } from '#lib/files/storage-address.ts';
import { UploadRefusal } from '#lib/files/upload.ts';

const PREFIX = 'files/';
const ANSWERS_WITHIN_MS = 60_000;
const KEYS_A_PAGE = 1_000;
const NOT_KEPT_NOW = 'Files can’t be kept just now. Please try again in a few minutes.';
const NOT_READ_NOW = 'This file can’t be reached just now. Please try again in a few minutes.';

/** Files in a bucket of their own; nothing in it needs to be public. */
export class S3FileStore implements FileStore {
  readonly #address: StorageAddress;
  readonly #answersWithinMs: number;
  #client: Promise<S3mini> | undefined;

  constructor(address: StorageAddress, answersWithinMs = ANSWERS_WITHIN_MS) {
    this.#address = address;
    this.#answersWithinMs = answersWithinMs;
  }

  async keep(path: string, type: string): Promise<string> {
    const key = newFileKey();
    try {
      const s3 = await this.#s3();
      // Read from the disk as it is sent; the signature does not need the bytes.
      await s3.putObject(PREFIX + key, await openAsBlob(path), type);
      return key;
    } catch (error) {
      throw new UploadRefusal('busy', NOT_KEPT_NOW, { cause: error });
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const s3 = await this.#s3();
      const answer = range
        ? await s3.getObjectRaw(PREFIX + key, false, range.start, range.end + 1)
        : await s3.getObjectResponse(PREFIX + key);
      return answer?.body ? Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>) : undefined;
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
      throw new UploadRefusal('busy', NOT_READ_NOW, { cause: error });
    }
  }

  async remove(key: string): Promise<void> {
    if (isFileKey(key)) await (await this.#s3()).deleteObject(PREFIX + key);
  }

  async *list(): AsyncIterable<{ key: string; storedAt: number }> {
    const s3 = await this.#s3();
    let token: string | undefined;
    do {
      const page = await s3.listObjectsPaged('/', PREFIX, KEYS_A_PAGE, token);
      for (const { Key, LastModified } of page?.objects ?? []) {
        const key = Key.slice(PREFIX.length);
        if (isFileKey(key)) yield { key, storedAt: new Date(LastModified).getTime() };
      }
      token = page?.nextContinuationToken;
    } while (token);
  }

  /** Loaded when the first file comes, so that the shop starts without it. */
  #s3(): Promise<S3mini> {
    this.#client ??= import('s3mini').then(
      ({ S3mini }) => new S3mini({ ...this.#address, fetch: answeredWithin(this.#answersWithinMs) }),
    );
    return this.#client;
  }
}

/** Bounds the wait for an answer, not its length: a customer on a slow network takes minutes for a film. */
function answeredWithin(limitMs: number): typeof fetch {
  return async (input, init) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error('The object store does not answer.')), limitMs);
    try {
      return await fetch(input, { ...init, signal: controller.signal });
    } finally {
      clearTimeout(timer);
    }
  };
}
