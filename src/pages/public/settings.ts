import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { settingsJson } from '#lib/shop/settings/settings-json.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async ({ db }) => settingsJson(shopSettings(db)),
  cacheTags: () => [CONTENT_TAG],
});
