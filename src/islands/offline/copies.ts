import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { COPIES, DATABASE } from '#islands/offline/stores.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const MAX_PAGES = 60;
/** Leaves room for the page `/offline` and for the database below 15 MB. */
const MAX_BYTES = 14_000_000;

export interface Copy {
  url: string;
  isPage: boolean;
  /** Of a page, as HTML. */
  title: string;
  bytes: number;
  storedAt: number;
  usedAt: number;
  /** The session to which a private page belongs. */
  account?: string | undefined;
}

interface Schema extends DBSchema {
  copies: { key: string; value: Copy };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('copies', { keyPath: 'url' }),
    // Another version of the worker deletes the database.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
}

/**
 * The record is written first: without its response it is evicted later, but a response without a record would never
 * be. A full disk loses the copy.
 */
export async function storeCopy(response: Response, copy: Omit<Copy, 'bytes' | 'storedAt' | 'usedAt'>): Promise<void> {
  const body = await response.blob();
  const db = await database();
  const now = Date.now();
  await db.put('copies', { ...copy, bytes: body.size, storedAt: now, usedAt: now });
  try {
    const cache = await caches.open(COPIES);
    await cache.put(copy.url, new Response(body, { headers: plainHeaders(response.headers) }));
    await evict();
  } catch {
    // The disk is full.
    await removeCopies(({ url }) => url === copy.url);
  }
}

/** The body is decoded, and copies are found by their address alone. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary', 'link']) plain.delete(name);
  return plain;
}

/** A stored response; a private one only for its session. */
export async function readCopy(copy: Copy): Promise<Response | undefined> {
  const cache = await caches.open(COPIES);
  const response = await cache.match(copy.url);
  if (response) await (await database()).put('copies', { ...copy, usedAt: Date.now() });
  return response;
}

export async function findCopy(url: string): Promise<Copy | undefined> {
  return (await database()).get('copies', url);
}

/** Copies whose address begins like this. */
export async function copiesBelow(begin: string): Promise<Copy[]> {
  return (await database()).getAll('copies', IDBKeyRange.bound(begin, `${begin}\uffff`));
}

/** Pages, the last used first. */
export async function storedPages(): Promise<Copy[]> {
  const copies = await (await database()).getAll('copies');
  return copies.filter(({ isPage }) => isPage).sort((a, b) => b.usedAt - a.usedAt);
}

/** Deletes pages of other sessions, and private pages that are more than a day old. */
export function removePrivateCopies(account: string | undefined): Promise<void> {
  return removeCopies((copy) => copy.account !== undefined && !isReadable(copy, account));
}

export function isReadable(copy: Copy, account: string | undefined): boolean {
  if (copy.account === undefined) return true;
  return copy.account === account && Math.abs(Date.now() - copy.storedAt) < DAY_MS;
}

async function evict(): Promise<void> {
  const copies = (await (await database()).getAll('copies')).sort((a, b) => b.usedAt - a.usedAt);
  const evicted = new Set<Copy>();
  let bytes = 0;
  let pages = 0;
  for (const copy of copies) {
    bytes += copy.bytes;
    pages += Number(copy.isPage);
    if (bytes > MAX_BYTES || (copy.isPage && pages > MAX_PAGES)) evicted.add(copy);
  }
  const urls = new Set([...evicted].map(({ url }) => url));
  if (urls.size > 0) await removeCopies(({ url }) => urls.has(url));
}

async function removeCopies(isRemoved: (copy: Copy) => boolean): Promise<void> {
  const db = await database();
  const cache = await caches.open(COPIES);
  for (const copy of (await db.getAll('copies')).filter(isRemoved)) {
    await cache.delete(copy.url);
    await db.delete('copies', copy.url);
  }
}
