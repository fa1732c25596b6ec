import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { isFileKey, newFileKey } from '#lib/files/file-key.server.ts';
import type { ByteRange, FileStore } from '#lib/files/file-store.ts';
import type { StorageAddress } from '#lib/files/storage-address.ts';
import { UploadRefusal } from '#lib/files/upload.ts';

const PREFIX = 'files/';
const TIME_MS = 60_000;
const KEYS_A_PAGE = 1_000;
const NOT_NOW = 'Files can’t be kept just now. Please try again in a few minutes.';

/** Files in a bucket of their own; nothing in it needs to be public. */
export class S3FileStore implements FileStore {
  readonly #address: StorageAddress;
  #client: Promise<S3mini> | undefined;

  constructor(address: StorageAddress) {
    this.#address = address;
  }

  async keep(path: string, type: string): Promise<string> {
    const key = newFileKey();
    try {
      const s3 = await this.#s3();
      // Read from the disk as it is sent; the signature does not need the bytes.
      await s3.putObject(PREFIX + key, await openAsBlob(path), type);
      return key;
    } catch (error) {
      throw new UploadRefusal('busy', NOT_NOW, { cause: error });
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    if (!isFileKey(key)) return undefined;
    const s3 = await this.#s3();
    const answer = range
      ? await s3.getObjectRaw(PREFIX + key, false, range.start, range.end + 1)
      : await s3.getObjectResponse(PREFIX + key);
    return answer?.body ? Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>) : undefined;
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
      ({ S3mini }) => new S3mini({ ...this.#address, requestAbortTimeout: TIME_MS }),
    );
    return this.#client;
  }
}
