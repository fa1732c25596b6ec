import { findArticle } from '#lib/content/content/blog/blog.server.ts';
import { postJson } from '#lib/content/content/blog/blog-json.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async (shop, _input, { params }) => {
    const post = await findArticle(shop, params.slug ?? '');
    if (!post) throw new ShopError('not_found', 'There is no such post.');
    return postJson(post, shop.contentPictures.get(post.image));
  },
  shared: ({ slug }) => ({ ...PAGE_LIFE, tags: [`blog:${slug}`] }),
});
