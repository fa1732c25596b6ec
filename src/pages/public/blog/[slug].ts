import { articleJson } from '#lib/content/content/journal/article-parts.ts';
import { findArticle } from '#lib/content/content/journal/journal.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async (shop, _input, { params }) => {
    const article = await findArticle(shop, params.slug ?? '');
    if (!article) throw new ShopError('not_found', 'There is no such article.');
    return articleJson(article, shop.contentPictures.get(article.image));
  },
  cacheTags: ({ slug }) => [`blog:${slug}`],
});
