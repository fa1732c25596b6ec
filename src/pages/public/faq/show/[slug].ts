import { faqDetail } from '#lib/content/content/faq.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: (shop, _input, { params }) => faqDetail(shop, params.slug ?? ''),
  cacheTags: () => ['faq'],
});
