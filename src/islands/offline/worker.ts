// The service worker: stores visited pages, and shows them when the network does not respond.

import {
  type Copy,
  copyHeaders,
  findCopiesStartingWith,
  findCopy,
  isReadable,
  readCopy,
  readStoredPages,
  removePrivateCopies,
  storeCopy,
} from '#islands/offline/copies.ts';
import { isLightPage, offlinePage, titleOf, withCopyNotice } from '#islands/offline/copy-page.ts';
import { fetchWithTimeout, orUndefined, withTimeout } from '#islands/offline/requests.ts';
import { SHELL_CACHE } from '#islands/offline/storage-names.ts';
import { currentAccount, isLightMode } from '#islands/offline/worker-cookies.ts';
import { type FetchEvent, worker } from '#islands/offline/worker-scope.ts';
import { accountInCopyHeader, COPY_HEADER, NO_COPY } from '#lib/platform/http/pages/offline-copy.ts';

const OFFLINE_PAGE = '/offline';
const PICTURES_PATH = '/pictures/';
const PAGE_TIMEOUT_MS = 3_000;
const MAX_EXTRA_WAIT_MS = 20_000;
/** Matches static imports, and dynamic imports of the code that sends or stores an action. */
const CODE_IMPORT = /(?:(?:from|import)["'`]\.\/|import\(["'`]\.\/(?=(?:handlers|queue|shopper)\.))([\w.-]+)/g;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || pathname.startsWith('/admin')) return;
  const isGet = request.method === 'GET';
  if (request.mode !== 'navigate') {
    if (isGet && isFile(pathname)) event.respondWith(fileResponse(event));
  } else if (!isFile(pathname)) event.respondWith(isGet ? pageResponse(event) : submitForm(request));
});

/** Stores the offline page. A new version takes over immediately, as pages don't depend on the worker's version. */
async function install(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  await shell.add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await worker.clients.claim();
  // The page that registered the worker was loaded before the worker. The browser opens no other page until the
  // activation ends, so the activation does not wait for the network.
  for (const { url } of await worker.clients.matchAll({ type: 'window' })) void orUndefined(copyPage(url));
}

/** Stores a page. A request without a response is aborted, because it locks the page in the HTTP cache. */
async function copyPage(url: string): Promise<void> {
  const response = await fetchWithTimeout(new Request(url, { cache: 'force-cache' }), PAGE_TIMEOUT_MS);
  await updateCopies(url, response.status, isStorable(response) ? response : undefined);
}

/** Whether the last request for a page got no response in time. */
let isUnresponsive = false;

/** Returns the page from the network or, after three seconds, a copy. If there is no copy, waits 20 seconds more. */
async function pageResponse(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const controller = new AbortController();
  const networkResponse = orUndefined(fetchPage(event.request, controller.signal).then(withFirstByte));
  const response = await withTimeout(networkResponse, PAGE_TIMEOUT_MS);
  isUnresponsive = response === undefined;
  if (response && isFromShop(response)) {
    const copy = isStorable(response) ? response.clone() : undefined;
    event.waitUntil(updateCopies(url, response.status, copy));
    // Code is not stored in `activate`: the first page must not load more than it would without a worker.
    if (copy) event.waitUntil(orUndefined(copy.clone().text().then(storeCode)));
    return response;
  }
  const copy = await orUndefined(readableCopy(url));
  const lateResponse = copy ? undefined : await withTimeout(networkResponse, MAX_EXTRA_WAIT_MS);
  if (lateResponse) return lateResponse;
  controller.abort();
  return copy ?? offlineResponse('');
}

/**
 * Requests the page as the browser would; a request with options is no longer a navigation. If the previous request got
 * no response, the new one can be aborted, and bypasses the HTTP cache, which locks a page until a response arrives.
 */
function fetchPage(request: Request, signal: AbortSignal): Promise<Response> {
  return isUnresponsive ? fetch(request, { cache: 'no-store', signal }) : fetch(request);
}

/** Submits a form once. Without a response, returns the offline page, which explains how to check what was sent. */
async function submitForm(request: Request): Promise<Response> {
  return (await orUndefined(fetch(request).then(withFirstByte))) ?? offlineResponse(request.referrer || '/');
}

/** Waits for the first byte of the content. Throws if the connection ends earlier, because the page would be empty. */
async function withFirstByte(response: Response): Promise<Response> {
  const reader = response.clone().body?.getReader();
  await reader?.read();
  // This promise settles only when the response itself ends.
  void reader?.cancel();
  return response;
}

/** Returns whether the shop sent the response. A redirect's headers can't be read, but its target is checked. */
function isFromShop({ type, headers }: Response): boolean {
  return type === 'opaqueredirect' || headers.has(COPY_HEADER);
}

/** Returns whether the page may be stored. A copy of another response, for example a download, would stay in memory. */
function isStorable({ status, type, headers }: Response): boolean {
  return status === 200 && type === 'basic' && (headers.get(COPY_HEADER) ?? NO_COPY) !== NO_COPY;
}

/** Deletes private pages that may no longer be read, and stores a page if this session may read it. */
async function updateCopies(url: string, status: number, response: Response | undefined): Promise<void> {
  const account = await currentAccount();
  await removePrivateCopies(status === 401 ? undefined : account);
  if (!response) return;
  const pageAccount = accountInCopyHeader(response.headers.get(COPY_HEADER) ?? '');
  if (pageAccount !== undefined && pageAccount !== account) return;
  const isHtml = response.headers.get('content-type')?.startsWith('text/html');
  const html = isHtml ? await response.clone().text() : '';
  const title = isHtml ? titleOf(html) : (new URL(url).pathname.split('/').pop() ?? '');
  await storeCopy(response, {
    url: copyUrl(url),
    isPage: true,
    title,
    account: pageAccount,
    isLight: isLightPage(html),
  });
}

/** The path of the entry file whose code `storeCode` has stored. */
let storedEntry = '';

/** Stores the code for buttons that work without a network: the code loaded on the first touch, and the queue. */
async function storeCode(html: string): Promise<void> {
  const [entry = ''] = /\/_astro\/Shell\.[\w-]+\.js/.exec(html) ?? [];
  if (!entry || entry === storedEntry) return;
  const paths = new Set([entry]);
  for (const path of paths) {
    const url = new URL(path, location.origin).href;
    const response = (await fileCopy(url)) ?? (await fetchAndStore(url));
    for (const [, file] of (await response.text()).matchAll(CODE_IMPORT)) paths.add(`/_astro/${file}`);
  }
  storedEntry = entry;
}

async function fetchAndStore(url: string): Promise<Response> {
  const response = await fetchWithTimeout(new Request(url));
  await storeCopy(response.clone(), { url, isPage: false, title: '' });
  return response;
}

async function readableCopy(url: string): Promise<Response | undefined> {
  const copy = await findCopy(copyUrl(url));
  if (!copy || !isReadable(copy, await currentAccount()) || Boolean(copy.isLight) !== (await isLightMode()))
    return undefined;
  const response = await readCopy(copy);
  return response && withNotice(response, copy);
}

async function withNotice(response: Response, { storedAt }: Copy): Promise<Response> {
  const { headers } = response;
  if (!headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(withCopyNotice(await response.text(), storedAt, Date.now()), { headers });
}

async function offlineResponse(retryUrl: string): Promise<Response> {
  const shell = await caches.match(OFFLINE_PAGE, { cacheName: SHELL_CACHE, ignoreVary: true });
  if (!shell) return Response.error();
  const [account, isLight] = [await currentAccount(), await isLightMode()];
  const allPages = (await orUndefined(readStoredPages())) ?? [];
  const pages = allPages.filter((copy) => isReadable(copy, account) && Boolean(copy.isLight) === isLight);
  const headers = copyHeaders(shell.headers);
  return new Response(offlinePage(await shell.text(), pages, retryUrl), { status: 503, headers });
}

/** Returns whether the path is the path of a picture or a build file. These files never change. */
function isFile(path: string): boolean {
  return path.startsWith(PICTURES_PATH) || path.startsWith('/_astro/');
}

async function fileResponse(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await orUndefined(fileCopy(request.url));
  if (copy) return copy;
  const response = await orUndefined(fetchWithTimeout(request));
  if (!response && isPicture(request.url)) return (await orUndefined(otherWidth(request.url))) ?? emptyPicture();
  if (!response) return Response.error();
  const isImmutable = response.headers.get('cache-control')?.includes('immutable');
  if (response.status === 200 && response.type === 'basic' && isImmutable && response.headers.has(COPY_HEADER))
    event.waitUntil(storeCopy(response.clone(), { url: request.url, isPage: false, title: '' }));
  return response;
}

async function fileCopy(url: string): Promise<Response | undefined> {
  const copy = await findCopy(url);
  return copy && readCopy(copy);
}

function isPicture(url: string): boolean {
  return new URL(url).pathname.startsWith(PICTURES_PATH);
}

/** Returns the same picture in another width, if it is stored. Its URL differs only after the last hyphen. */
async function otherWidth(url: string): Promise<Response | undefined> {
  const [copy] = await findCopiesStartingWith(url.slice(0, url.lastIndexOf('-') + 1));
  return copy && readCopy(copy);
}

/** Returns a picture after which the page requests its own picture again. */
function emptyPicture(): Response {
  return new Response('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', {
    headers: { 'content-type': 'image/svg+xml' },
  });
}

/** Returns the URL of a copy: the same for all choices of colour and size, and for all campaigns with links to it. */
function copyUrl(href: string): string {
  const url = new URL(href);
  url.hash = '';
  for (const name of [...url.searchParams.keys()])
    if (/^(color|choose|quickView|utm_.*)$/.test(name)) url.searchParams.delete(name);
  return url.href;
}
