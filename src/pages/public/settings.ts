import { endpoint } from '#lib/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/http/page-life.ts';
import { settingsJson } from '#lib/shop/settings-json.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  run: async () => settingsJson(),
  shared: () => ({ ...PAGE_LIFE, tags: ['settings'] }),
});
