import type { APIRoute } from 'astro';
import { readCustomerData } from '#lib/account/customer-data.server.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

const read = customerEndpoint({ run: (shop, _input, customer) => readCustomerData(shop, customer) });

/** A file for the customer to keep. */
export const GET: APIRoute = async (context) => {
  const answer = await read(context);
  if (answer.ok) answer.headers.set('content-disposition', 'attachment; filename="taana-my-data.json"');
  return answer;
};
