import type { IncomingHttpHeaders } from 'node:http';

/**
 * Matches `dcz` with a weight above zero. `*` does not match, because it does not mean that the client can decode
 * `dcz`.
 */
const LISTS_DCZ = /(^|,)\s*dcz\s*(;\s*q=(1(\.0{0,3})?|0\.\d{0,2}[1-9]\d{0,2})\s*)?(,|$)/i;
/**
 * The sources of requests that may get a dictionary. Other sites must not learn how well a page of the shop compresses.
 */
const TRUSTED_FETCH_SITES = new Set<unknown>(['same-origin', 'none']);

/**
 * Returns the value of the header `Available-Dictionary`, which identifies a dictionary that the client has. Returns
 * undefined if the header is missing, the client does not accept `dcz`, or another site may have caused the request.
 */
export function availableDictionary(headers: IncomingHttpHeaders): string | undefined {
  const availability = headers['available-dictionary'];
  if (availability === undefined || !TRUSTED_FETCH_SITES.has(headers['sec-fetch-site'])) return undefined;
  return LISTS_DCZ.test(String(headers['accept-encoding'])) ? String(availability) : undefined;
}
