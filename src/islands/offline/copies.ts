import { type DBSchema, openDB } from 'idb';
import { sharedDatabase } from '#islands/offline/shared-database.ts';
import { COPIES_CACHE, COPIES_DATABASE } from '#islands/offline/storage-names.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const MAX_PAGES = 60;
/**
 * The maximum size of all copies. Together with the page `/offline` and the database, the copies must stay below 15 MB.
 */
const MAX_BYTES = 14_000_000;

export interface Copy {
  url: string;
  isPage: boolean;
  /** The title of a page, as HTML. */
  title: string;
  bytes: number;
  storedAt: number;
  usedAt: number;
  /** Whether the copy is a page in light mode, which is shown only in light mode. */
  isLight?: boolean;
  /** The value of the `account` cookie in the session to which a private page belongs. */
  account?: string | undefined;
}

interface Schema extends DBSchema {
  copies: { key: string; value: Copy };
}

const database = sharedDatabase((onClosed) =>
  openDB<Schema>(COPIES_DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('copies', { keyPath: 'url' }),
    // Closes the connection, so that remove-worker.ts can delete the database.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    terminated: onClosed,
  }),
);

/**
 * Stores a copy, unless the disk is full. The record is written before the response: a record without a response is
 * evicted later, but a response without a record would never be evicted.
 */
export async function storeCopy(response: Response, copy: Omit<Copy, 'bytes' | 'storedAt' | 'usedAt'>): Promise<void> {
  const body = await response.blob();
  const db = await database();
  const now = Date.now();
  await db.put('copies', { ...copy, bytes: body.size, storedAt: now, usedAt: now });
  try {
    const cache = await caches.open(COPIES_CACHE);
    await cache.put(copy.url, new Response(body, { headers: copyHeaders(response.headers) }));
    await evict();
  } catch {
    // The disk is full.
    await removeCopies([copy]);
  }
}

/** Returns headers for a copy. Its body is already decoded, and the copy is found by its URL alone. */
export function copyHeaders(headers: Headers): Headers {
  const storedHeaders = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary', 'link']) storedHeaders.delete(name);
  return storedHeaders;
}

export async function readCopy(copy: Copy): Promise<Response | undefined> {
  const cache = await caches.open(COPIES_CACHE);
  const response = await cache.match(copy.url);
  // The response is returned before this write ends.
  if (response) void recordUse(copy);
  return response;
}

async function recordUse(copy: Copy): Promise<void> {
  try {
    await (await database()).put('copies', { ...copy, usedAt: Date.now() });
  } catch {
    // If the disk is full, the time of the last use is not updated.
  }
}

export async function findCopy(url: string): Promise<Copy | undefined> {
  return (await database()).get('copies', url);
}

/** Returns the copies whose URL starts with `prefix`. */
export async function findCopiesStartingWith(prefix: string): Promise<Copy[]> {
  return (await database()).getAll('copies', IDBKeyRange.bound(prefix, `${prefix}\uffff`));
}

/** Returns the stored pages, the most recently used first. */
export async function readStoredPages(): Promise<Copy[]> {
  return (await listCopies()).filter(({ isPage }) => isPage);
}

/** Deletes private pages of other sessions, and private pages that are more than a day old. */
export async function removePrivateCopies(account: string | undefined): Promise<void> {
  await removeCopies((await listCopies()).filter((copy) => !isReadable(copy, account)));
}

/** Returns whether the session may read the copy: a private page can be read only by its own session, for a day. */
export function isReadable(copy: Copy, account: string | undefined): boolean {
  if (copy.account === undefined) return true;
  return copy.account === account && Math.abs(Date.now() - copy.storedAt) < DAY_MS;
}

/** Removes the least recently used copies above `MAX_PAGES` and `MAX_BYTES`. */
async function evict(): Promise<void> {
  let totalBytes = 0;
  let pageCount = 0;
  const copiesToEvict = (await listCopies()).filter((copy) => {
    totalBytes += copy.bytes;
    pageCount += Number(copy.isPage);
    return totalBytes > MAX_BYTES || (copy.isPage && pageCount > MAX_PAGES);
  });
  await removeCopies(copiesToEvict);
}

/** Returns all copies, the most recently used first. */
async function listCopies(): Promise<Copy[]> {
  return (await (await database()).getAll('copies')).sort((a, b) => b.usedAt - a.usedAt);
}

async function removeCopies(copies: readonly Pick<Copy, 'url'>[]): Promise<void> {
  if (copies.length === 0) return;
  const db = await database();
  const cache = await caches.open(COPIES_CACHE);
  for (const { url } of copies) {
    await cache.delete(url);
    await db.delete('copies', url);
  }
}
