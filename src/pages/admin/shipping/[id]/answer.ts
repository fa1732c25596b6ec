import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { scheduleAnswer } from '#lib/sales/shipping/request-shipments.server.ts';
import { ANSWER } from '#lib/sales/shipping/shipping-forms.schema.ts';

export const POST = adminEndpoint({
  input: ANSWER,
  run: (shop, { id, version, ...answer }) => scheduleAnswer(shop, { id, version }, answer),
  successMessage: 'Your answer is being sent to the courier.',
  oldInputFields: ['parcel', 'note', 'address', 'phone'],
  redirectTo: '/admin/shipping/undelivered',
});
