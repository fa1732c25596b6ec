import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { revokeSession } from '#lib/customers/auth/sessions/devices.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = customerEndpoint({
  input: RECORD_ID,
  run: (shop, { id }, customer) => revokeSession(shop, id, customer.id),
  successMessage: 'The device is logged out.',
  redirectTo: '/account/profile',
});
