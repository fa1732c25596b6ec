import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { requestAnswer } from '#lib/sales/shipping/request-shipments.server.ts';
import { ANSWER } from '#lib/sales/shipping/shipping-forms.schema.ts';

export const POST = adminEndpoint({
  input: ANSWER,
  run: (shop, { id, version, ...answer }) => requestAnswer(shop, { id, version }, answer),
  successMessage: 'Your answer is being sent to the courier.',
  oldInputFields: ['parcel', 'note', 'address', 'phone'],
  redirectTo: '/admin/shipping/undelivered',
});
