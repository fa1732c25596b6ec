import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { articleJson } from '#lib/content/content/journal/article-parts.ts';
import { publishedArticles } from '#lib/content/content/journal/journal.server.ts';
import { journalPage } from '#lib/content/content/journal/journal.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: ['page', 'tag'] };

/** One page of the journal, with `page` and `tag` as on /blogs. */
export const GET = endpoint({
  run: async (shop, _input, { url }) => {
    const { articles, page, perPage, total } = journalPage(await publishedArticles(shop), url.searchParams);
    const data = articles.map((article) => articleJson(article, shop.contentPictures.get(article.image)));
    return { data, ...paginationData(total, perPage, page) };
  },
  cacheTags: () => ['blog'],
});
