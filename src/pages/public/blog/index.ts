import { allArticles } from '#lib/content/blog.server.ts';
import { postsPage } from '#lib/content/blog.ts';
import { postJson } from '#lib/content/blog-json.ts';
import { paginationData } from '#lib/listing/pagination.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
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
