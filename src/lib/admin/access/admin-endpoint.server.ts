import type { APIContext, APIRoute } from 'astro';
import type { z } from 'zod/mini';
import { CONFIRM_PATH, SIGN_IN_PATH } from '#lib/admin/access/admin-routes.ts';
import { FORM_TOKEN, isValidFormToken } from '#lib/admin/access/form-token.server.ts';
import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { type EndpointOptions, endpoint, type Schema } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { RECORD_ID, RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const CONFIRM_FIRST = 'Please confirm your identity, then send the form again.';

export interface AdminEndpointOptions<Input, Data>
  extends Omit<
    EndpointOptions<Input, Data>,
    'run' | 'cacheTags' | 'admit' | 'uploader' | 'inputOf' | 'loginPage' | 'oldInputFields'
  > {
  /**
   * The fields to show again after an error: `all` fields except the form token, or the given names and the version.
   */
  oldInputFields?: readonly string[] | 'all';
  /**
   * For money, access and sign-in methods: the authentication must be at most five minutes old. A session that may
   * only add a sign-in method is exempt with `unless enrolling`.
   */
  needsConfirmation?: true | 'unless enrolling';
  run(
    shop: Shop,
    input: Input,
    session: StaffSession,
    context: APIContext,
    files: UploadedFile[],
  ): Promise<Data | Response>;
}

/**
 * Creates an endpoint for staff. The admin's route table decides who may use the endpoint, before the body is read. The
 * form token is checked before the other fields.
 */
export function adminEndpoint<Input = undefined, Data = unknown>({
  needsConfirmation,
  input,
  run,
  oldInputFields,
  ...options
}: AdminEndpointOptions<Input, Data>): APIRoute {
  return endpoint<Input, Data>({
    ...options,
    // A form that is shown again keeps the version that the person saw (FormVersion.astro).
    ...(oldInputFields && {
      oldInputFields: oldInputFields === 'all' ? fieldNamesWithoutToken : [...oldInputFields, 'version'],
    }),
    admit(context) {
      const session = staffOf(context);
      const isExempt = session.isEnrolling && needsConfirmation === 'unless enrolling';
      if (needsConfirmation && !isExempt) requireConfirmation(session);
    },
    loginPage: ({ locals }) => (locals.staff ? CONFIRM_PATH : SIGN_IN_PATH),
    uploader: (context) => `staff:${staffOf(context).staffId}`,
    inputOf: (context) => withFormToken(context, input),
    run: (shop, fields, context, files) => run(shop, fields, staffOf(context), context, files),
  });
}

/** Returns the session. Throws `not_logged_in` for visitors, and for staff without permission for the route. */
export function staffOf({ locals }: Pick<APIContext, 'locals'>): StaffSession {
  if (!locals.staff) throw new ShopError('not_logged_in', 'Please sign in to continue.');
  return locals.staff;
}

type RecordEndpointOptions<Input, Data> = Omit<AdminEndpointOptions<Input, Data>, 'input'>;

/** Creates an endpoint for staff for the record whose id is in the path. */
export function recordEndpoint<Data>(options: RecordEndpointOptions<z.infer<typeof RECORD_ID>, Data>): APIRoute {
  return adminEndpoint({ ...options, input: RECORD_ID });
}

/** Creates an endpoint like `recordEndpoint`, whose form must also send the version of the record that it showed. */
export function recordVersionEndpoint<Data>(
  options: RecordEndpointOptions<z.infer<typeof RECORD_VERSION>, Data>,
): APIRoute {
  return adminEndpoint({ ...options, input: RECORD_VERSION });
}

/** Creates an endpoint for staff that changes nothing and needs no form token, such as a download. */
export function adminGetEndpoint<Input = undefined, Data = unknown>(
  options: Pick<EndpointOptions<Input, Data>, 'input' | 'run'>,
): APIRoute {
  return endpoint<Input, Data>({
    ...options,
    admit(context) {
      // Throws an error for visitors.
      staffOf(context);
    },
  });
}

/** Returns the names of a form's fields, except its token, for its old input. */
function fieldNamesWithoutToken(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((name) => name !== FORM_TOKEN);
}

/** Throws `not_logged_in` unless the person has authenticated within the last five minutes. */
export function requireConfirmation({ isConfirmed }: Pick<StaffSession, 'isConfirmed'>): void {
  if (!isConfirmed) throw new ShopError('not_logged_in', CONFIRM_FIRST);
}

function withFormToken<Input>(context: APIContext, input: Schema<Input> | undefined): Schema<Input> {
  const { shop } = context.locals;
  return {
    safeParse(value) {
      const { [FORM_TOKEN]: token, ...fields } = value as Record<string, unknown>;
      if (!isValidFormToken(shop, staffOf(context), token))
        return {
          success: false,
          error: { issues: [{ path: [], message: 'This form has expired. Please check it and send it again.' }] },
        };
      return input ? input.safeParse(fields) : { success: true, data: undefined as Input };
    },
  };
}
