import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { settingsJson } from '#lib/shop/settings-json.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async () => settingsJson(),
  shared: () => ({ ...PAGE_LIFE, tags: ['settings'] }),
});
