import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { faqCategories } from '#lib/content/content/faq.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

/** All categories in one response: there are too few for pagination. */
export const GET = endpoint({
  run: async (shop) => {
    const data = (await faqCategories(shop)).map(({ _id, name, slug }) => ({ name, slug, _id }));
    return { data, ...paginationData(data.length, Math.max(data.length, 1), 1) };
  },
  cacheTags: () => ['faq'],
});
