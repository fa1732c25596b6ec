import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { customerJson } from '#lib/customers/auth/sessions/session.server.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => customerJson(customer) });
