import type { APIContext } from 'astro';
import { type AdminEndpointOptions, adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { httpStatus } from '#lib/platform/errors/shop-error.ts';
import type { OldInput } from '#lib/platform/http/endpoint/old-input.server.ts';

/**
 * For a page that handles its own form. Returns the response, or undefined if the page is to be shown: with the refusal and
 * what was typed, however long it is, or because `run` returned undefined.
 */
export async function postedForm<Input extends Record<string, unknown>, Data>(
  context: APIContext,
  { run, ...options }: AdminEndpointOptions<Input, Data | undefined>,
): Promise<Response | undefined> {
  let isShown = false;
  const show = ({ locals }: APIContext, typed: Record<string, unknown>): Response => {
    // `run` may have replaced a field, such as that of an uploaded picture.
    locals.typed = { ...textsIn(typed), ...locals.typed };
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
