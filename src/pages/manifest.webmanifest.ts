import type { APIRoute } from 'astro';
import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { type Picture, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { PAGE_LIFE, type SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { shopLook } from '#lib/shop/settings/shop-look.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

const DEFAULT_ICONS = [192, 512].map((size) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  // Maskable, because the drawing fits into the circle that every launcher shows.
  purpose: 'any maskable',
}));

const SHORTCUTS = [
  { name: 'Search', url: '/search' },
  { name: 'Orders', url: '/account/orders' },
  { name: 'Wishlist', url: '/account/wishlist' },
  { name: 'Cart', url: '/cart' },
];

function ownerIcons({ hash }: Picture) {
  return ([160, 480] as const).map((size) => ({
    src: pictureUrl(hash, size, 'webp'),
    sizes: `${size}x${size}`,
    type: 'image/webp',
  }));
}

export const GET: APIRoute = ({ locals: { shop }, cache }) => {
  const { name, description } = shopSettings(shop.db);
  const { look, icon } = shopLook(shop);
  cache.set({ ...PAGE_LIFE, tags: [CONTENT_TAG] });
  return Response.json(
    {
      id: '/',
      name,
      short_name: name,
      description,
      lang: 'en-IN',
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      background_color: look.colors.ground,
      theme_color: look.colors.ground,
      icons: icon ? ownerIcons(icon) : DEFAULT_ICONS,
      shortcuts: SHORTCUTS,
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
};
