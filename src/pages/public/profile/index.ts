import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { profileSchema } from '#lib/sales/account/profile.schema.ts';
import { profileJson, updateProfile } from '#lib/sales/account/profile.server.ts';
import { PROFILE_FIELDS, PROFILE_SAVED } from '#lib/sales/account/profile.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => profileJson(customer) });

const update = customerEndpoint({
  inputOf: profileSchema,
  run: updateProfile,
  successMessage: PROFILE_SAVED,
  oldInputFields: PROFILE_FIELDS,
});

export { update as PATCH, update as POST };
