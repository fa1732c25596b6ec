import { faqDetail } from '#lib/content/content/faq.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: (shop, _input, { params }) => faqDetail(shop, params.slug ?? ''),
  shared: () => ({ ...PAGE_LIFE, tags: ['faq'] }),
});
