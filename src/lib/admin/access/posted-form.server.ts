import type { APIContext } from 'astro';
import { type AdminEndpointOptions, adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { httpStatus } from '#lib/platform/errors/shop-error.ts';
import type { OldInput } from '#lib/platform/http/endpoint/old-input.server.ts';

/**
 * Handles the form of a page that is posted to the page itself. Returns a response to send, or undefined to render the
 * page: after a refusal, with its message and the typed values of any length, or because `run` returned undefined.
 */
export async function postedForm<Input extends Record<string, unknown>, Data>(
  context: APIContext,
  { run, ...options }: AdminEndpointOptions<Input, Data | undefined>,
): Promise<Response | undefined> {
  let isShown = false;
  const show = ({ locals }: APIContext, typed: Record<string, unknown>): Response => {
    // `run` may have replaced a field, such as that of an uploaded picture.
    locals.oldInput = { ...textsIn(typed), ...locals.oldInput };
    isShown = true;
    return new Response();
  };
  const respond = adminEndpoint<Input, Data | undefined>({
    ...options,
    showRefused(of, { code, message, fields }, typed) {
      of.locals.notice = { status: 'error', message, ...(fields && { fields }) };
      of.locals.refusedWith = httpStatus(code);
      return show(of, typed);
    },
    async run(shop, input, session, of, files) {
      return (await run(shop, input, session, of, files)) ?? show(of, input);
    },
  });
  const response = await respond(context);
  return isShown ? undefined : response;
}

function textsIn(fields: Record<string, unknown>): OldInput {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
