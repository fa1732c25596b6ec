import type { APIRoute } from 'astro';
import { type AdminEndpointOptions, adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderPagePath } from '#lib/admin/access/order-access.server.ts';
import { refundGuard } from '#lib/admin/access/refund-guard.server.ts';
import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ChangeOptions } from '#lib/sales/orders/record/change-order.server.ts';

interface OrderToChange<Input> {
  id: string;
  /** The version in the form, if the form has a version, and the checks before a refund becomes due. */
  changeOptions: { version: VersionOf<Input> } & Required<Pick<ChangeOptions, 'beforeRefund'>>;
  session: StaffSession;
}

type VersionOf<Input> = Input extends { version: number } ? number : undefined;

type Fields<Input> = { [Name in keyof Input as Exclude<Name, 'version'>]: Input[Name] };

interface OrderEndpointOptions<Input, Data> extends Omit<AdminEndpointOptions<Input, Data>, 'run'> {
  run(shop: Shop, order: OrderToChange<Input>, fields: Fields<Input>): Promise<Data>;
}

/** Creates an endpoint that changes the order in its route. By default, its form redirects to `orderPagePath`. */
export function orderEndpoint<Input extends object, Data>({
  run,
  ...options
}: OrderEndpointOptions<Input, Data>): APIRoute {
  return adminEndpoint<Input, Data>({
    redirectTo: (_data, { locals, params }) => orderPagePath(locals, params.id),
    ...options,
    run(shop, input, session, { params: { id = '' } }) {
      const { version, ...fields } = input as { version?: VersionOf<Input> };
      const changeOptions = { version: version as VersionOf<Input>, ...refundGuard(shop, session) };
      return run(shop, { id, changeOptions, session }, fields as Fields<Input>);
    },
  });
}
