import type { APIRoute } from 'astro';

/** The address that wishlist cards use (specification, section 2); what is asked of the page, such as `editreview`, goes along. */
export const GET: APIRoute = ({ params, url, redirect }) =>
  redirect(`/products/${encodeURIComponent(params.slug ?? '')}${url.search}`, 301);
