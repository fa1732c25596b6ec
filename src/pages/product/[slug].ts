import type { APIRoute } from 'astro';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: ['editreview', 'quickView'] };

/** Redirects the path that wishlist cards use (product.md, "Pages"), with the query parameters in `shared`. */
export const GET: APIRoute = ({ params, url, redirect }) =>
  redirect(`/products/${encodeURIComponent(params.slug ?? '')}${url.search}`, 301);
