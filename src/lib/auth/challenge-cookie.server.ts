import type { APIContext } from 'astro';
import { CODE_LIVES_MS } from '#lib/auth/codes.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

type Asked = Pick<APIContext, 'cookies' | 'locals'>;

/** Each purpose has its own: asking for one code does not end the proof of another. */
export function challengeCookie(name: string) {
  return {
    keep({ cookies, locals }: Asked, token: string): void {
      setPrivateCookie(cookies, locals.shop.settings, name, token, CODE_LIVES_MS / 1_000);
    },
    read({ cookies, locals }: Asked): string | undefined {
      return readPrivateCookie(cookies, locals.shop.settings, name);
    },
    drop({ cookies, locals }: Asked): void {
      dropPrivateCookie(cookies, locals.shop.settings, name);
    },
  };
}
