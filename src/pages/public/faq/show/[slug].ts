import { faqDetail } from '#lib/content/faq.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';

export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';

export const GET = endpoint({
  run: (_shop, _input, { params }) => faqDetail(params.slug ?? ''),
  shared: () => ({ ...PAGE_LIFE, tags: ['faq'] }),
});
