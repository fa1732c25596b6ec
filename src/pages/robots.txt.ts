import type { APIRoute } from 'astro';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

const DISALLOWED_PATHS = [
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

/** The patterns of URLs that open an overlay on another page. */
const OVERLAY_PATTERNS = ['/*quickView=', '/*open_filter=', '/*editreview'];

export const GET: APIRoute = ({ locals }) => {
  const lines = ['User-agent: *', ...[...DISALLOWED_PATHS, ...OVERLAY_PATTERNS].map((path) => `Disallow: ${path}`)];
  const body = `${lines.join('\n')}\n\nSitemap: ${locals.shop.settings.siteUrl}/sitemap-index.xml\n`;
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
