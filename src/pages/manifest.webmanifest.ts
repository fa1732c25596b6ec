import type { APIRoute } from 'astro';
import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { shopSettings } from '#lib/shop/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

export const GET: APIRoute = ({ locals: { shop }, cache }) => {
  const { name } = shopSettings(shop.db);
  cache.set({ ...PAGE_LIFE, tags: [CONTENT_TAG] });
  return Response.json(
    {
      name,
      short_name: name,
      start_url: '/',
      display: 'minimal-ui',
      background_color: '#faf7f0',
      theme_color: '#faf7f0',
      icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
};
