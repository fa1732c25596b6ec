import type { APIContext } from 'astro';
import { type AdminEndpointOptions, adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { httpStatus } from '#lib/platform/errors/shop-error.ts';
import type { OldInput } from '#lib/platform/http/endpoint/old-input.server.ts';

/**
 * Handles a form that a page posts to itself. Returns the response to send. Returns undefined if the page must be
 * rendered with the form's input: after an error, whose message the page then shows, or if `run` returned undefined.
 */
export async function handlePostedForm<Input extends Record<string, unknown>, Data>(
  context: APIContext,
  { run, ...options }: AdminEndpointOptions<Input, Data | undefined>,
): Promise<Response | undefined> {
  let rendersPage = false;
  const showInput = ({ locals }: APIContext, fields: Record<string, unknown>): Response => {
    // `run` may have replaced a field, for example the field of an uploaded picture.
    locals.oldInput = { ...textsIn(fields), ...locals.oldInput };
    rendersPage = true;
    return new Response();
  };
  const respond = adminEndpoint<Input, Data | undefined>({
    ...options,
    showRejectedForm(endpointContext, { code, message, fields: errors }, fields) {
      endpointContext.locals.flashMessage = { status: 'error', message, ...(errors && { fields: errors }) };
      endpointContext.locals.errorStatus = httpStatus(code);
      return showInput(endpointContext, fields);
    },
    async run(shop, input, session, endpointContext, files) {
      return (await run(shop, input, session, endpointContext, files)) ?? showInput(endpointContext, input);
    },
  });
  const response = await respond(context);
  return rendersPage ? undefined : response;
}

function textsIn(fields: Record<string, unknown>): OldInput {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
