import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { removeProfileImage } from '#lib/identity/profile-image.server.ts';
import { PROFILE_IMAGE_REMOVED } from '#lib/identity/profile-image.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** A form can't send DELETE. */
export const POST = customerEndpoint({
  run: (shop, _input, customer) => removeProfileImage(shop, customer.id),
  done: PROFILE_IMAGE_REMOVED,
  formGoesTo: '/account/profile',
});
