import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { customerJson } from '#lib/auth/session.server.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => customerJson(customer) });
