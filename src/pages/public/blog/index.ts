import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { allArticles } from '#lib/content/content/blog/blog.server.ts';
import { postsPage } from '#lib/content/content/blog/blog.ts';
import { postJson } from '#lib/content/content/blog/blog-json.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: ['page', 'tag'] };

/** One page of the posts, with `page` and `tag` as on /blogs. */
export const GET = endpoint({
  run: async (shop, _input, { url }) => {
    const { posts, page, perPage, total } = postsPage(await allArticles(shop), url.searchParams);
    const data = posts.map((post) => postJson(post, shop.contentPictures.get(post.image)));
    return { data, ...paginationData(total, perPage, page) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['blog'] }),
});
