import { listAddresses } from '#lib/identity/address.server.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({ run: (shop, _input, customer) => listAddresses(shop, customer.id) });
