import type { APIRoute } from 'astro';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { rssFeed } from '#lib/content/content/journal/rss.ts';
import { PAGE_LIFE, type SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

export const GET: APIRoute = async ({ locals: { shop }, cache }) => {
  const { name, tagline } = shopSettings(shop.db);
  const channel = {
    siteUrl: shop.settings.siteUrl,
    title: `${name} journal`,
    description: tagline,
  };
  cache.set({ ...PAGE_LIFE, tags: ['blog'] });
  return new Response(await rssFeed(channel, await publishedSummaries(shop)), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
