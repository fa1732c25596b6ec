import type { APIRoute } from 'astro';
import { categoryTree } from '#lib/catalog/listing/taxonomy.server.ts';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { PAGE_LIFE, type SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { countText } from '#lib/primitives/plural.ts';
import { CURRENCY } from '#lib/shop/money/money.ts';
import { PRICE_NOTES, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

/** A description of the shop and its pages, for language models (llmstxt.org). */
export const GET: APIRoute = async ({ locals: { shop }, cache }) => {
  const { siteUrl } = shop.settings;
  const [categories, articles] = await Promise.all([categoryTree(shop.db), publishedSummaries(shop)]);
  const settings = shopSettings(shop.db);
  const { name, tagline, description } = settings;
  const linkLine = (name: string, path: string, about = '') => `- [${name}](${siteUrl}${path})${about && `: ${about}`}`;
  const body = [
    `# ${name}`,
    '',
    `> ${tagline} ${description} Prices are in ${CURRENCY.code}. ${PRICE_NOTES[taxSchemeOf(settings)]}`,
    '',
    '## Goods',
    linkLine('All goods', '/products', 'filters and pages by query parameters'),
    ...categories.map(({ name, slug, count }) =>
      linkLine(name, `/products?category=${slug}`, countText(count, 'product')),
    ),
    linkLine('All goods as JSON', '/public/product', 'the same query parameters as /products'),
    linkLine('Every variant with price and stock', '/feeds/google.xml', 'Google Merchant format'),
    '',
    '## Help',
    linkLine('Questions and answers', '/faq'),
    linkLine('Size guide', '/size-guide'),
    linkLine('Delivery', '/shipping-policy'),
    linkLine('Returns and exchanges', '/returns-policy'),
    linkLine('Contact', '/contact'),
    '',
    '## Journal',
    ...articles.map(({ name, slug, description }) => linkLine(name, `/blogs/${slug}`, description)),
    '',
  ].join('\n');
  cache.set({ ...PAGE_LIFE, tags: ['list', 'blog'] });
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
