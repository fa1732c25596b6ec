import type { APIRoute } from 'astro';
import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { readCustomerData } from '#lib/sales/account/customer-data.server.ts';

const read = customerEndpoint({ run: (shop, _input, customer) => readCustomerData(shop, customer) });

/** A file for the customer, with one line per value for readability. */
export const GET: APIRoute = async (context) => {
  const response = await read(context);
  if (!response.ok) return response;
  const text = JSON.stringify(await response.json(), null, 2);
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
};
