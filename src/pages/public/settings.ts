import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { settingsJson } from '#lib/shop/settings/settings-json.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async ({ db }) => settingsJson(shopSettings(db)),
  shared: () => ({ ...PAGE_LIFE, tags: [CONTENT_TAG] }),
});
