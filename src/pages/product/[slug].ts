import type { APIRoute } from 'astro';

/** The address that wishlist cards use (specification, section 2). */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`/products/${encodeURIComponent(params.slug ?? '')}`, 301);
