import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { exportSubscribers } from '#lib/customers/newsletter/export-subscribers.server.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  async run(shop) {
    return downloadCsv(await exportSubscribers(shop), `newsletter-${indianIsoDay(shop.now())}`);
  },
});
