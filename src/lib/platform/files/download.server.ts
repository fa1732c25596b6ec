import type { LookupAddress } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { type AddressGuard, isPublicAddress, resolveAllowed } from '#lib/platform/files/public-address.server.ts';

const TIMEOUT_MS = 10_000;
export const MAX_DOWNLOAD_BYTES = 15 * 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface DownloadOptions {
  /** Returns whether an IP address may be used. Set only by tests, which serve pictures from the loopback address. */
  isAllowed?: AddressGuard | undefined;
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Downloads a picture, following up to three redirects. Connects only to IP addresses that were checked, to prevent DNS
 * rebinding. Throws errors with messages for the owner.
 */
export async function download(url: string, options: DownloadOptions = {}): Promise<Buffer> {
  const { isAllowed = isPublicAddress, timeoutMs = TIMEOUT_MS, maxBytes = MAX_DOWNLOAD_BYTES } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await downloadFrom(url, isAllowed, maxBytes, signal);
  } catch (error) {
    if (signal.aborted) throw new Error(`no response within ${timeoutMs / 1000} s`);
    throw error;
  }
}

async function downloadFrom(
  firstUrl: string,
  isAllowed: AddressGuard,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  let url = httpUrl(firstUrl);
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    const addresses = await untilAborted(resolveAllowed(url.hostname, isAllowed), signal);
    const response = await sendRequest(url, addresses, signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return readAtMost(response, maxBytes);
    response.destroy();
    if (status < 300 || status >= 400 || !headers.location) throw new Error(`the server responded with ${status}`);
    url = httpUrl(new URL(headers.location, url).href);
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Error('not an http(s) URL');
  return url;
}

async function sendRequest(url: URL, addresses: LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const headers = { 'user-agent': 'shop import', accept: 'image/*', 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const clientRequest: ClientRequest = request(
      url,
      { agent: false, lookup: lookupAmong(addresses), signal, headers },
      resolve,
    );
    clientRequest.once('error', reject);
    clientRequest.end();
  });
}

function lookupAmong(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const firstAddress = addresses[0];
    if (options.all) callback(null, addresses);
    else callback(firstAddress ? null : new Error('no address'), firstAddress?.address ?? '', firstAddress?.family);
  };
}

async function readAtMost(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const sizeError = () => new Error(`larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw sizeError();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw sizeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const abortRejection = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  return Promise.race([work, abortRejection]);
}
