import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** The content security policy of responses that load nothing, such as those of the API. */
export const ENDPOINT_CSP = "default-src 'none'; frame-ancestors 'none'";

export type HeaderPairs = (readonly [name: string, value: string])[];

/** Returns the security headers of all responses. */
export function securityHeaders(settings: Settings): HeaderPairs {
  const headers: HeaderPairs = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', permissionsPolicy('()')],
    ['cross-origin-opener-policy', 'same-origin'],
  ];
  // `includeSubDomains` forces HTTPS on all subdomains for a year, so the owner must opt in.
  const subdomains = settings.hstsIncludesSubdomains ? '; includeSubDomains' : '';
  if (settings.siteUrl.startsWith('https:'))
    headers.push(['strict-transport-security', `max-age=31536000${subdomains}`]);
  return headers;
}

function permissionsPolicy(camera: '()' | '(self)'): string {
  return `camera=${camera}, geolocation=(), microphone=(), payment=(self), usb=()`;
}

/** Allows the camera on a page that scans barcodes. */
export function allowCamera({ headers }: RenderedResponse): void {
  headers['permissions-policy'] = permissionsPolicy('(self)');
}

export function addContentSecurityPolicy(
  { headers, body }: RenderedResponse,
  policyOf: (page: Buffer) => string,
): void {
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  headers['content-security-policy'] ??= isPage ? policyOf(body) : ENDPOINT_CSP;
}
