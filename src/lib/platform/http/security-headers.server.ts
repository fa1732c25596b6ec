import type { OutgoingHttpHeaders } from 'node:http';
import type { Settings } from '#lib/platform/settings.server.ts';

/** For endpoints and files; pages bring a policy of their own with the hashes of their scripts and styles. */
const ENDPOINT_CSP = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer, as a flat list of names and values. */
export function securityHeaders(settings: Settings): string[] {
  const headers = [
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'strict-origin-when-cross-origin',
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
    'cross-origin-opener-policy',
    'same-origin',
  ];
  // Browsers would ask http hosts of the owner's domain by https for a year, so that is the owner's to say.
  const others = settings.hstsSubdomains ? '; includeSubDomains' : '';
  if (settings.siteUrl.startsWith('https:')) headers.push('strict-transport-security', `max-age=31536000${others}`);
  return headers;
}

/** Gives an answer that brought no policy one. */
export function addFallbackCsp(headers: OutgoingHttpHeaders): void {
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage) headers['content-security-policy'] ??= ENDPOINT_CSP;
}
