import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { readAddresses } from '#lib/sales/address/address.server.ts';

export const GET = customerEndpoint({ run: (shop, _input, customer) => readAddresses(shop.db.write, customer.id) });
