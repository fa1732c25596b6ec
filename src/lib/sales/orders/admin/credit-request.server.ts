import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { toCm } from '#lib/primitives/metres.ts';
import { RETURN_REASON_NAMES } from '#lib/sales/cash-rules/cash-rules.ts';
import type { CreditAction } from '#lib/sales/orders/admin/credit-actions.ts';
import {
  applyCredit,
  type CreditPreview,
  type CreditResult,
  previewCredit,
} from '#lib/sales/orders/credits/apply-credit.server.ts';
import type { ReturnedParcel } from '#lib/sales/orders/credits/credit-order.server.ts';
import {
  type CreditPlan,
  cancelPlan,
  creditsEverything,
  LOST_PARCEL_PLAN,
  refundPlan,
  returnPlan,
} from '#lib/sales/orders/credits/credit-plans.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { ChangeOptions } from '#lib/sales/orders/record/change-order.server.ts';
import type { LineQuantity, OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';

/** The fields of the form before validation: `line0`, `spoilt0` …, `delivery`, `amount`, `of`, `why` and `cost`. */
export type CreditFields = Readonly<Record<string, unknown>>;

type Line = Pick<OrderLineTable, 'position' | 'sell_unit'>;

/**
 * Returns the plan for a submitted form. The plan throws `invalid` for a field that is not valid, and any
 * error of the plan for the action.
 */
function planFromForm(action: CreditAction, fields: CreditFields): CreditPlan {
  return async (tx, current) => creditPlanOf(action, fields, current)(tx, current);
}

/** Returns the plan for a form and the current order. Throws `invalid` for a field that is not valid. */
function creditPlanOf(
  action: CreditAction,
  fields: CreditFields,
  { lines, amounts }: { lines: readonly Line[]; amounts: OrderAmounts },
): CreditPlan {
  if (action === 'lost') return LOST_PARCEL_PLAN;
  const spoiltPositions = lines
    .map(({ position }) => position)
    .filter((position) => isChecked(fields, `spoilt${position}`));
  const withDelivery = isChecked(fields, 'delivery');
  if (action === 'refused') return returnPlan({ spoilt: spoiltPositions, withDelivery });
  const quantities = chosenLines(fields, lines);
  const paise = action === 'refund' ? amountOf(fields.amount) : undefined;
  if (paise !== undefined) {
    if (quantities.length > 0) throw invalidField('amount', 'Enter an amount or quantities, not both.');
    return refundPlan({ paise, position: positionOf(fields.of, lines) });
  }
  if (quantities.length === 0)
    throw invalidField(
      action === 'refund' ? 'amount' : `line${lines[0]?.position ?? 0}`,
      action === 'refund' ? 'Enter an amount or quantities.' : 'Enter a quantity.',
    );
  if (action === 'remove') return cancelPlan(quantities);
  if (action === 'refund') return refundPlan({ lines: quantities });
  return returnPlan({
    lines: creditsEverything(amounts, { lines: quantities }) ? undefined : quantities,
    spoilt: spoiltPositions,
    withDelivery,
  });
}

export interface CreditRequest extends ChangeOptions {
  action: CreditAction;
  fields: CreditFields;
  /** The reason that the customer sees. */
  reason: string;
}

/**
 * Applies a submitted credit form. Throws `not_found` if the order does not exist, `invalid` if a field is invalid,
 * `conflict` if the order's state does not allow the action or the order has another version, and any error of
 * `beforeRefund`.
 */
export function applyCreditForm(
  shop: OrderShop,
  orderId: string,
  { action, fields, ...options }: CreditRequest,
): Promise<CreditResult> {
  const parcel = action === 'refused' ? parcelOf(fields) : undefined;
  return applyCredit(shop, orderId, planFromForm(action, fields), { ...options, parcel });
}

/**
 * Returns the reason that a parcel came back, and the cost of the return. If the form has no field `cost`, leaves out
 * the cost, so that the default cost applies. Throws `invalid` if the reason or the cost is invalid.
 */
function parcelOf(fields: CreditFields): Partial<ReturnedParcel> {
  const value = textOf(fields.why);
  const returnReason = RETURN_REASON_NAMES.find((name) => name === value) ?? null;
  if (value !== '' && returnReason === null) throw invalidField('why', 'Choose why the parcel came back.');
  return fields.cost === undefined
    ? { returnReason }
    : { returnReason, costPaise: paiseOf('cost', fields.cost) ?? null };
}

/** Returns the credit that `applyCreditForm` would write, or the error with which it would fail. Changes nothing. */
export async function previewCreditForm(
  db: ShopDatabase,
  orderId: string,
  action: CreditAction,
  fields: CreditFields,
): Promise<{ preview?: CreditPreview; refusal?: ShopError }> {
  try {
    return { preview: await previewCredit(db, orderId, planFromForm(action, fields)) };
  } catch (error) {
    if (!isShopError(error)) throw error;
    return { refusal: error };
  }
}

function chosenLines(fields: CreditFields, lines: readonly Line[]): LineQuantity[] {
  return lines.flatMap(({ position, sell_unit }) => {
    const value = textOf(fields[`line${position}`]);
    if (value === '' || Number(value) === 0) return [];
    const isMetre = sell_unit === 'metre';
    const isValid = isMetre ? /^\d{1,6}(\.\d{1,2})?$/.test(value) : /^\d{1,6}$/.test(value);
    const message = isMetre ? 'Enter metres, such as 1.5.' : 'Enter whole pieces, such as 1.';
    if (!isValid) throw invalidField(`line${position}`, message);
    return [{ position, quantity: isMetre ? toCm(Number(value)) : Number(value) }];
  });
}

/**
 * Returns the amount in the field `amount`, in paise; undefined if the field is empty. Throws `invalid` if the field
 * contains 0 or is not an amount.
 */
function amountOf(field: unknown): number | undefined {
  const paise = paiseOf('amount', field);
  if (paise === 0) throw invalidField('amount', INVALID_RUPEES);
  return paise;
}

const INVALID_RUPEES = 'Enter rupees, such as 100 or 99.50.';

/**
 * Returns the amount in a rupee field, in paise; undefined if the field is empty. Throws `invalid` if the text in the
 * field is not an amount.
 */
function paiseOf(name: string, field: unknown): number | undefined {
  const value = textOf(field);
  if (value === '') return undefined;
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(value)) throw invalidField(name, INVALID_RUPEES);
  return Math.round(Number(value) * 100);
}

/** Returns the position of the line that was chosen; undefined if no line of the order was chosen. */
function positionOf(field: unknown, lines: readonly Line[]): number | undefined {
  const value = textOf(field);
  return lines.find(({ position }) => String(position) === value)?.position;
}

function isChecked(fields: CreditFields, name: string): boolean {
  return fields[name] === 'on';
}

function textOf(field: unknown): string {
  return typeof field === 'string' ? field.trim() : '';
}

function invalidField(field: string, message: string): ShopError {
  return new ShopError('invalid', message, { [field]: message });
}
