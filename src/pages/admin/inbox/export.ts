import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { exportInbox } from '#lib/admin/inbox/export-inbox.server.ts';
import { inboxScopeOf } from '#lib/admin/inbox/inbox.ts';
import { INBOX_QUERY } from '#lib/admin/inbox/inbox-query.schema.ts';
import { EXPORT_REQUEST } from '#lib/admin/views/export-request.schema.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: EXPORT_REQUEST,
  async run(shop, { query }, { role }) {
    const filters = listParams(INBOX_QUERY, new URLSearchParams(query));
    const parsedQuery = INBOX_QUERY.parse(Object.fromEntries(filters));
    const chunks = await exportInbox(shop, parsedQuery, String(filters), inboxScopeOf(role));
    return downloadCsv(chunks, `inbox-${indianIsoDay(shop.now())}`);
  },
});
