import type { APIRoute } from 'astro';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export const prerender = true;
export const shared: SharedPage = { params: [] };

export const GET: APIRoute = () =>
  Response.json(
    {
      name: shopSettings.name,
      short_name: shopSettings.name,
      start_url: '/',
      display: 'minimal-ui',
      background_color: '#faf7f0',
      theme_color: '#faf7f0',
      icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
