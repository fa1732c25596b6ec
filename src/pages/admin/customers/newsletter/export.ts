import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { exportSubscribers } from '#lib/customers/newsletter/export-subscribers.server.ts';
import { downloadInChunks } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  async run(shop) {
    const name = `newsletter-${indianIsoDay(shop.now())}.csv`;
    return downloadInChunks(await exportSubscribers(shop), { type: 'text/csv; charset=utf-8', name });
  },
});
