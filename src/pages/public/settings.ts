import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import { settingsJson } from '#lib/shop/settings-json.ts';

export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';

export const GET = endpoint({
  run: async () => settingsJson(),
  shared: () => ({ ...PAGE_LIFE, tags: ['settings'] }),
});
