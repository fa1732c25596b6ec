import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isEmail } from '#lib/primitives/email.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type PackableOrder, readPackableOrders } from '#lib/sales/orders/packing/read-packing.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { dueAtDoorPaise, mayCancel, moveRefusal, orderMoveRefusal } from '#lib/sales/orders/record/orders.ts';
import type { Consignment, ParcelSize } from '#lib/sales/shipping/courier/courier.ts';
import { SHIPPING } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export interface OrderConsignment {
  order: PackableOrder['order'];
  consignment: Consignment;
  /** The reasons why the order can't be sent, such as a missing mobile number. Empty if it can be sent. */
  problems: string[];
}

/**
 * Reads the order data that a courier needs, in the order of `orderIds`. Leaves out orders outside `scope`.
 */
export async function readConsignments(
  db: ShopDatabase,
  orderIds: readonly string[],
  scope: OrderScope,
): Promise<OrderConsignment[]> {
  const packableOrders = await readPackableOrders(db, orderIds, scope);
  const weights = await weightsOf(db, packableOrders);
  return packableOrders.map((packableOrder) => {
    const { order } = packableOrder;
    const consignment = consignmentOf(db, packableOrder, weights);
    return { order, consignment, problems: problemsOf(packableOrder, consignment) };
  });
}

function consignmentOf(
  db: ShopDatabase,
  { order, placedLines, amounts }: PackableOrder,
  weights: ReadonlyMap<number, number>,
): Consignment {
  const { parcel: usualParcel } = contentOf(db).of(SHIPPING);
  const currentLineByPosition = new Map(amounts.lines.map((line) => [line.position, line]));
  const lines = placedLines.flatMap((line) => {
    const { quantity = 0, totalPaise = 0 } = currentLineByPosition.get(line.position) ?? {};
    return quantity > 0 ? [{ ...line, quantity, totalPaise }] : [];
  });
  return {
    reference: order.number,
    placedAt: order.created_at,
    address: JSON.parse(order.address_json) as OrderAddress,
    email: order.email || shopSettings(db).address.email,
    items: lines.map((line) => {
      // A length of cloth counts as one piece.
      const units = line.sell_unit === 'metre' ? 1 : line.quantity;
      const lengthSuffix = line.sell_unit === 'metre' ? `, ${toMetres(line.quantity)} m` : '';
      return {
        name: `${goodsName(line)}${lengthSuffix}`,
        sku: line.sku ?? `${line.variant_id}`,
        units,
        pricePaise: Math.round(line.totalPaise / units),
        hsn: line.hsn,
      };
    }),
    totalPaise: amounts.totalPaise,
    collectPaise: dueAtDoorPaise(order, amounts.toPayPaise),
    size: { ...usualParcel, weightGrams: weightOf(lines, weights, usualParcel) },
  };
}

/**
 * Returns the sum of the catalogue weights, in grams. If some goods have no weight, returns at least the usual weight
 * of a parcel.
 */
function weightOf(
  lines: PackableOrder['placedLines'],
  weights: ReadonlyMap<number, number>,
  usualParcel: ParcelSize,
): number {
  const lineGrams = lines.map(({ variant_id, sell_unit, quantity }) => {
    const grams = weights.get(variant_id);
    return grams === undefined ? undefined : grams * (sell_unit === 'metre' ? toMetres(quantity) : quantity);
  });
  const totalGrams = Math.ceil(lineGrams.reduce<number>((sum, grams) => sum + (grams ?? 0), 0));
  return lineGrams.includes(undefined) || totalGrams === 0 ? Math.max(usualParcel.weightGrams, totalGrams) : totalGrams;
}

async function weightsOf({ write }: ShopDatabase, packableOrders: readonly PackableOrder[]) {
  const variantIds = packableOrders.flatMap(({ placedLines }) => placedLines.map(({ variant_id }) => variant_id));
  const ids = [...new Set(variantIds)];
  if (ids.length === 0) return new Map<number, number>();
  const rows = await write.selectFrom('variant').select(['id', 'weight_g']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, weight_g }) => (weight_g ? [[id, weight_g] as const] : [])));
}

/** The minimum length of an address line. Couriers reject a shorter line. */
const MIN_STREET_CHARACTERS = 3;

function problemsOf({ order }: PackableOrder, { address, email, items }: Consignment): string[] {
  const refusal = mayCancel(order.order_status)
    ? orderMoveRefusal(order, 'shipped')
    : moveRefusal(order.order_status, 'shipped');
  if (refusal !== undefined) return [refusal];
  const street = [address.house, address.street].filter(Boolean).join(', ');
  const requirements: [isMet: boolean, problem: string][] = [
    [order.collected === 0, 'the customer collects it'],
    [items.length > 0, 'nothing is left to send'],
    [address.name.trim() !== '', 'no name'],
    [street.trim().length >= MIN_STREET_CHARACTERS, 'no street or house'],
    [address.city !== '', 'no city'],
    [address.state !== '', 'no state'],
    [/^[1-9]\d{5}$/.test(address.pincode), 'no pincode'],
    [/^[6-9]\d{9}$/.test(address.mobile), 'no ten-digit mobile number'],
    [isEmail(email), 'no email address for the customer or the shop'],
  ];
  return requirements.flatMap(([isMet, problem]) => (isMet ? [] : [problem]));
}
