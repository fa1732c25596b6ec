import type { APIRoute } from 'astro';
import { categoryTree } from '#lib/catalog/listing/taxonomy.server.ts';
import { pageDestinations } from '#lib/content/content/destinations/destinations.server.ts';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { escapeMarkup, XML_DECLARATION } from '#lib/platform/html/markup.ts';
import { PAGE_LIFE, type SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

/** The pages, the categories with products, and the articles. Only articles have a modification date. */
export const GET: APIRoute = async ({ locals: { shop }, cache }) => {
  const [categories, pages, articles] = await Promise.all([
    categoryTree(shop.db),
    pageDestinations(shop),
    publishedSummaries(shop),
  ]);
  const nonEmptyCategories = categories
    .flatMap((category) => [category, ...category.children])
    .filter(({ count }) => count > 0);
  const urlElements = [
    ...pages.map(({ path }) => urlElement(path)),
    ...nonEmptyCategories.map(({ slug }) => urlElement(`/products?category=${slug}`)),
    ...articles.map(({ slug, date, updated }) => urlElement(`/blogs/${slug}`, updated ?? date)),
  ];
  cache.set({ ...PAGE_LIFE, tags: ['list', 'blog'] });
  const body = `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urlElements.join('\n')}\n</urlset>\n`;
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } });

  function urlElement(path: string, changedAt?: Date): string {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : '';
    return `<url><loc>${escapeMarkup(shop.settings.siteUrl + path)}</loc>${lastmod}</url>`;
  }
};
