import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { changeProfileImage, readProfileImage, removeProfileImage } from '#lib/sales/account/profile-image.server.ts';
import { PROFILE_IMAGE_REMOVED, PROFILE_IMAGE_RULES, PROFILE_IMAGE_UPDATED } from '#lib/sales/account/profile-image.ts';

export const GET = customerEndpoint({
  run: async (_shop, _input, customer, { request }) => readProfileImage(customer, request),
});

export const POST = customerEndpoint({
  upload: PROFILE_IMAGE_RULES,
  run: (shop, _input, customer, _context, files) => changeProfileImage(shop, customer.id, files),
  successMessage: PROFILE_IMAGE_UPDATED,
  redirectTo: '/account/profile',
});

export const DELETE = customerEndpoint({
  run: (shop, _input, customer) => removeProfileImage(shop, customer.id),
  successMessage: PROFILE_IMAGE_REMOVED,
  redirectTo: '/account/profile',
});
