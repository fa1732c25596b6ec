import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { listAddresses } from '#lib/sales/address/address.server.ts';

export const GET = customerEndpoint({ run: (shop, _input, customer) => listAddresses(shop, customer.id) });
