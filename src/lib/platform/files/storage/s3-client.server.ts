import { hash } from 'node:crypto';
import type { S3mini } from 's3mini';
import type { StorageAddress } from '#lib/platform/files/storage/storage-address.ts';

/** Returns a client for one call. If `body` is given, the store rejects a request with any other body. */
export async function s3Client(address: StorageAddress, signal: AbortSignal, body?: Buffer): Promise<S3mini> {
  const { S3mini } = await import('s3mini');
  const checksum = body && hash('md5', body, 'base64');
  return new S3mini({
    ...address,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      if (checksum) headers.set('content-md5', checksum);
      return fetch(input, { ...init, headers, signal });
    },
  });
}

/** Returns whether the store has failed. An error such as 404 shows that the store works. */
export function isStoreFailure(error: unknown): boolean {
  const status = statusOfStore(error);
  return status === undefined || status >= 500 || status === 429;
}

export function statusOfStore(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}
