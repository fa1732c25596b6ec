import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { customerJson } from '#lib/identity/session.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({ run: async (_shop, _input, customer) => customerJson(customer) });
