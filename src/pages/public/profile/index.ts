import { profileSchema } from '#lib/account/profile.schema.ts';
import { profileJson, updateProfile } from '#lib/account/profile.server.ts';
import { PROFILE_FIELDS, PROFILE_SAVED } from '#lib/account/profile.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => profileJson(customer) });

const update = customerEndpoint({
  inputOf: profileSchema,
  run: updateProfile,
  done: PROFILE_SAVED,
  keepsOldInput: PROFILE_FIELDS,
});

export { update as PATCH, update as POST };
