import type { APIContext } from 'astro';
import { type AdminEndpointOptions, adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { httpStatus } from '#lib/platform/errors/shop-error.ts';
import type { OldInput } from '#lib/platform/http/endpoint/old-input.server.ts';

/**
 * Handles a form that a page posts to itself. Returns a response to send, or undefined to render the page with the
 * texts of the form, either after an error, whose message the page shows, or because `run` returned undefined.
 */
export async function handlePostedForm<Input extends Record<string, unknown>, Data>(
  context: APIContext,
  { run, ...options }: AdminEndpointOptions<Input, Data | undefined>,
): Promise<Response | undefined> {
  let isShown = false;
  const show = ({ locals }: APIContext, fields: Record<string, unknown>): Response => {
    // `run` may have replaced a field, for example the field of an uploaded picture.
    locals.oldInput = { ...textsIn(fields), ...locals.oldInput };
    isShown = true;
    return new Response();
  };
  const respond = adminEndpoint<Input, Data | undefined>({
    ...options,
    showRejectedForm(endpointContext, { code, message, fields: errors }, fields) {
      endpointContext.locals.flashMessage = { status: 'error', message, ...(errors && { fields: errors }) };
      endpointContext.locals.errorStatus = httpStatus(code);
      return show(endpointContext, fields);
    },
    async run(shop, input, session, endpointContext, files) {
      return (await run(shop, input, session, endpointContext, files)) ?? show(endpointContext, input);
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
