import { z } from 'zod/mini';
import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { revokeSession } from '#lib/customers/auth/sessions/devices.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = customerEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }, customer) => revokeSession(shop, id, customer.id),
  successMessage: 'The device is logged out.',
  redirectTo: '/account/profile',
});
