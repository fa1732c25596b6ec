import type { Cart } from '#lib/sales/cart/cart.ts';
import { cashRefusal, cashRefusalText } from '#lib/sales/cart/delivery/cash-refusal.ts';
import type { DeliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { type AdvanceTerms, advancePaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { CashRule } from '#lib/sales/cash-rules/cash-rules.ts';

// The steps of the checkout (product.md, "Checkout").

export const CHECKOUT_STEPS = ['contact', 'address', 'delivery', 'payment'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export const STEP_NAMES: Record<CheckoutStep, string> = {
  contact: 'Contact',
  address: 'Address',
  delivery: 'Delivery',
  payment: 'Payment',
};

export const ADDRESS_DRAFT_FIELDS = [
  'address',
  'name',
  'phone',
  'pincode',
  'house',
  'street',
  'landmark',
  'city',
  'state',
  'type',
] as const;

export const DRAFT_FIELDS = [
  'email',
  'mobile',
  'gstin',
  'business',
  ...ADDRESS_DRAFT_FIELDS,
  'delivery',
  'note',
  'gift_wrap',
  'gift_note',
  'payment',
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type Draft = Partial<Record<DraftField, string>>;

/** Longer input is cut off in each field before it is saved. */
export const DRAFT_MAX_CHARACTERS = 600;

export interface CashOffer {
  feePaise: number;
  totalPaise: number;
  /** The amount that is paid online first, in paise, or 0 if there is no advance. */
  advancePaise: number;
  /** The reason why cash is not possible, as a text for the buyer. Undefined if cash is possible. */
  refusal?: string;
}

export interface CashTermsOfBuyer {
  /** The rule that switches off cash for this buyer or pincode. */
  rule?: CashRule;
  /** The owner's terms for an advance. Undefined for orders that staff create. */
  advance?: AdvanceTerms;
}

export function cashOffer(
  { totals }: Pick<Cart, 'totals'>,
  zone: DeliveryZone,
  { rule, advance }: CashTermsOfBuyer = {},
): CashOffer {
  const totalPaise = totals.totalPaise + zone.codFeePaise;
  const refusal = cashRefusal(zone, totalPaise, rule);
  const amounts = { totalPaise, deliveryPaise: totals.deliveryPaise + zone.codFeePaise };
  return {
    ...{ feePaise: zone.codFeePaise, totalPaise, refusal: refusal && cashRefusalText(refusal, zone) },
    advancePaise: advance ? advancePaise(advance, amounts) : 0,
  };
}

export function onlineTotalPaise({
  totals,
  prepaidDiscountPaise,
}: Pick<Cart, 'totals' | 'prepaidDiscountPaise'>): number {
  return totals.totalPaise - prepaidDiscountPaise;
}

/** The field `address` of a draft contains the id of a saved address, or this value for a new address. */
export const NEW_ADDRESS = 'new';

export const CHECKOUT_MESSAGES = {
  emptyCart: 'Your cart is empty.',
  checkFields: 'Please check the fields marked below.',
  loginFirst: 'Please log in to check out.',
  blocked: 'Some items in your cart can’t be ordered right now.',
  choosePayment: 'Choose how you would like to pay.',
  noOnline: 'Online payment is not available right now.',
  confirmed: 'Your email address is confirmed.',
  staleForm: 'This page was out of date. Please check your order and try again.',
} as const;

/** Returns the requested step, by default the last step, or the first incomplete step if that comes earlier. */
export function stepToShow(requestedStep: string | null, isDone: (step: CheckoutStep) => boolean): CheckoutStep {
  const target = CHECKOUT_STEPS.find((step) => step === requestedStep) ?? 'payment';
  const incompleteStep = CHECKOUT_STEPS.find((step) => !isDone(step));
  const lastReachableIndex =
    incompleteStep === undefined ? CHECKOUT_STEPS.length - 1 : CHECKOUT_STEPS.indexOf(incompleteStep);
  return CHECKOUT_STEPS[Math.min(CHECKOUT_STEPS.indexOf(target), lastReachableIndex)] ?? 'contact';
}

export function stepPath(step: CheckoutStep): string {
  return `/checkout?step=${step}`;
}

/** The page on which a guest enters the code that verifies the mailbox. */
export const VERIFY_PATH = '/checkout/verify';

/** The id of the form of the open step. */
export const STEP_FORM_ID = 'step-form';

export function nextStep(step: CheckoutStep): CheckoutStep {
  return CHECKOUT_STEPS[CHECKOUT_STEPS.indexOf(step) + 1] ?? 'payment';
}
