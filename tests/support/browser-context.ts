import type { APIContext, AstroCookieSetOptions } from 'astro';
import type { Session } from '#lib/customers/auth/sessions/session.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';

interface StoredCookie extends AstroCookieSetOptions {
  value: string;
}

/** Returns a cookie jar, and a function that creates contexts with these cookies, as Astro passes them to pages. */
export function browserContext(
  shop: object,
  { session, userAgent = '' }: { session?: Session; userAgent?: string } = {},
) {
  const jar = new Map<string, StoredCookie>();
  const cookies = {
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: AstroCookieSetOptions) => jar.set(name, { ...options, value }),
    delete: (name: string) => jar.delete(name),
  };
  const visit = (path = '/', headers: Record<string, string> = {}): APIContext => {
    const url = new URL(path, 'https://shop.example');
    const request = new Request(url, { headers: { 'user-agent': userAgent, ...headers } });
    const locals = { shop, session, networks: networksOf('203.0.113.7') };
    return { url, request, cookies, locals, params: {} } as unknown as APIContext;
  };
  return { jar, visit };
}
