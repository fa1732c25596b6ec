import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { appendReply } from '#lib/customers/support/saved-replies.server.ts';
import { INSERTED_REPLY } from '#lib/customers/support/saved-reply.schema.ts';
import { refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import { saveOldInput } from '#lib/platform/http/endpoint/old-input.server.ts';

/** Redirects to the form, with the saved reply appended to its message. */
export const POST = adminEndpoint({
  input: INSERTED_REPLY,
  async run(shop, input, _session, context) {
    const message = await appendReply(shop.db, input);
    saveOldInput(context, { message }, ['message']);
    return { message };
  },
  redirectTo: (_data, context) => `${refererPath(context) ?? '/admin/inbox'}#answer`,
  oldInputFields: ['message'],
});
