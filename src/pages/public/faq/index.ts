import { faqCategories } from '#lib/content/faq.server.ts';
import { paginationData } from '#lib/listing/pagination.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

/** All categories at once: there are never enough to turn pages. */
export const GET = endpoint({
  run: async (shop) => {
    const data = (await faqCategories(shop)).map(({ _id, name, slug }) => ({ name, slug, _id }));
    return { data, ...paginationData(data.length, Math.max(data.length, 1), 1) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['faq'] }),
});
