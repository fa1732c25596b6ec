import { z } from 'zod/mini';
import { setScriptCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { LIGHT_COOKIE, LIGHT_COOKIE_SECONDS } from '#lib/platform/http/pages/light-mode.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The switch in the footer, which also overrides the `Save-Data` header. */
export const POST = endpoint({
  // If `off` is missing, light mode is turned on, so that the form on pages in normal mode needs no field.
  input: z.object({ off: z.optional(text()) }),
  async run({ settings }, { off }, { cookies }) {
    // The service worker reads this cookie.
    setScriptCookie(cookies, settings, LIGHT_COOKIE, off === undefined ? '1' : '0', LIGHT_COOKIE_SECONDS);
  },
});
