import { z } from 'zod/mini';
import { adminEndpoint, requireConfirmation } from '#lib/admin/access/admin-endpoint.server.ts';
import { restoreVersion } from '#lib/content/admin/settings/document-history.server.ts';
import { settingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { RECORD_VERSION, versionSchema } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: z.extend(RECORD_VERSION, { to: versionSchema }),
  async run(shop, { id, version, to }, session) {
    const page = settingsPage(id);
    if (!page) throw new ShopError('not_found', 'There is no such page.');
    if (page.needsConfirmation) requireConfirmation(session);
    await restoreVersion(shop, page.document, { version: to, currentVersion: version });
  },
  successMessage: 'This version is restored. The shop shows it within two seconds.',
  redirectTo: '/admin/settings/[id]/history',
});
