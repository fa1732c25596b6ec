import { randomUUID } from 'node:crypto';
import { UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { sharedRequest } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';

export type SampleParts = Pick<FrontOptions, 'shop' | 'routes' | 'pages'>;

const CATEGORY_LINK = /href="(\/products\?category=[\w-]+)"/;
const PRODUCT_LINK = /href="(\/products\/[\w-]+)"/;
/** A filter that matches all products, so that the sample contains the markup of an active filter. */
const FILTER = 'minprice=1';

/**
 * Renders a filtered listing and, if the listing has a product, the product's page, for a visitor without cookies.
 * Other pages share most of this markup: adding the home page or an article to the dictionary would cost more bytes
 * than it saves on a typical visit (docs/compression-dictionaries.md).
 */
export async function renderSamplePages(parts: SampleParts): Promise<string[]> {
  const category = CATEGORY_LINK.exec(await renderSample('/', parts))?.[1];
  const listing = await renderSample(category ? `${category}&${FILTER}` : `/products?${FILTER}`, parts);
  const product = PRODUCT_LINK.exec(listing)?.[1];
  return product === undefined ? [listing] : [listing, await renderSample(product, parts)];
}

async function renderSample(address: string, { shop, routes, pages }: SampleParts): Promise<string> {
  const render = await pages;
  const { host } = new URL(shop.settings.siteUrl);
  const locals = { shop, routes, requestId: randomUUID(), networks: UNKNOWN_NETWORKS };
  const response = await shop.db.context.withStaleReads(() => render(sharedRequest(address, host), locals));
  return response?.status === 200 ? response.body.toString() : '';
}
