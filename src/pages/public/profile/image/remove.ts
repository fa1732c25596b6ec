import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { removeProfileImage } from '#lib/sales/account/profile-image.server.ts';
import { PROFILE_IMAGE_REMOVED } from '#lib/sales/account/profile-image.ts';

export const POST = customerEndpoint({
  run: (shop, _input, customer) => removeProfileImage(shop, customer.id),
  successMessage: PROFILE_IMAGE_REMOVED,
  redirectTo: '/account/profile',
});
