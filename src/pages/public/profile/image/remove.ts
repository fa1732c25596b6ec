import { removeProfileImage } from '#lib/account/profile-image.server.ts';
import { PROFILE_IMAGE_REMOVED } from '#lib/account/profile-image.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';

export const POST = customerEndpoint({
  run: (shop, _input, customer) => removeProfileImage(shop, customer.id),
  done: PROFILE_IMAGE_REMOVED,
  formGoesTo: '/account/profile',
});
