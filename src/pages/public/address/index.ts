import { listAddresses } from '#lib/address/address.server.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';

export const GET = customerEndpoint({ run: (shop, _input, customer) => listAddresses(shop, customer.id) });
