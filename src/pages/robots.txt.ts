import type { APIRoute } from 'astro';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

const UNINDEXED = [
  '/account',
  '/back-in-stock',
  '/cart',
  '/checkout',
  '/login',
  '/register',
  '/notice',
  '/public/',
  '/auth/',
  '/search',
];

/** Addresses that open an overlay on another page. */
const OVERLAYS = ['/*quickView=', '/*open_filter=', '/*editreview'];

export const GET: APIRoute = ({ locals }) => {
  const lines = ['User-agent: *', ...[...UNINDEXED, ...OVERLAYS].map((path) => `Disallow: ${path}`)];
  const body = `${lines.join('\n')}\n\nSitemap: ${locals.shop.settings.siteUrl}/sitemap-index.xml\n`;
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
