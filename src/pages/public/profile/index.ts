import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { profileSchema } from '#lib/identity/profile.schema.ts';
import { profileJson, updateProfile } from '#lib/identity/profile.server.ts';
import { PROFILE_FIELDS, PROFILE_SAVED } from '#lib/identity/profile.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => profileJson(customer) });

const update = customerEndpoint({
  input: profileSchema,
  run: updateProfile,
  done: PROFILE_SAVED,
  keepsTyped: PROFILE_FIELDS,
});

/** A form can't send PATCH. */
export { update as PATCH, update as POST };
