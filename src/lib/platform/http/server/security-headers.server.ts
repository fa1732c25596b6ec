import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const ENDPOINT_CSP = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(settings: Settings): string[] {
  const headers = [
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'strict-origin-when-cross-origin',
    'permissions-policy',
    permissions('()'),
    'cross-origin-opener-policy',
    'same-origin',
  ];
  // This forces HTTPS on all subdomains for a year, so it is a setting of the owner.
  const subdomains = settings.hstsSubdomains ? '; includeSubDomains' : '';
  if (settings.siteUrl.startsWith('https:')) headers.push('strict-transport-security', `max-age=31536000${subdomains}`);
  return headers;
}

function permissions(camera: '()' | '(self)'): string {
  return `camera=${camera}, geolocation=(), microphone=(), payment=(self), usb=()`;
}

/** For a page that scans codes. */
export function allowCamera({ headers }: RenderedResponse): void {
  headers['permissions-policy'] = permissions('(self)');
}

export function addPolicy({ headers, body }: RenderedResponse, policyOf: (page: Buffer) => string): void {
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  headers['content-security-policy'] ??= isPage ? policyOf(body) : ENDPOINT_CSP;
}
