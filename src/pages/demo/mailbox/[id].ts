import type { APIRoute } from 'astro';
import { storedMailHtml } from '#lib/platform/mail/mailbox.server.ts';
import { letterhead } from '#lib/shop/settings/shop-settings.server.ts';

/** Allows style attributes and pictures in `data:` URLs, which emails use. Everything else in an email is blocked. */
const MAIL_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

export const GET: APIRoute = async ({ locals: { shop }, params, rewrite }) => {
  const html =
    shop.settings.mode === 'demo' ? await storedMailHtml(shop, params.id ?? '', letterhead(shop.db)) : undefined;
  if (html === undefined) return rewrite('/404');
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_CSP },
  });
};
