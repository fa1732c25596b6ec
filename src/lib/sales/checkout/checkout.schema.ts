import { z } from 'zod/mini';
import { codeField } from '#lib/customers/auth/verify.schema.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { CHECKOUT_MESSAGES, CHECKOUT_STEPS } from '#lib/sales/checkout/checkout.ts';
import { NOTE_MAX_CHARACTERS, ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';

export const contactSchema = z.object({
  email: emailField(ORDER_MESSAGES.email),
  mobile: mobileField(),
});

/** There is only one delivery option. Choosing it confirms that the buyer has seen the price and the delivery time. */
export const deliverySchema = z.object({
  delivery: z.literal('standard', 'Choose a delivery option.'),
  note: z._default(text().check(z.maxLength(NOTE_MAX_CHARACTERS, ORDER_MESSAGES.note)), ''),
  gift_wrap: z.optional(z.enum(['yes', 'no'])),
});

/** Accepts any other fields, because the fields are saved first, and then validated with the step's schema. */
export const stepFormSchema = z.looseObject({ step: z.enum(CHECKOUT_STEPS), isDraft: z.optional(z.boolean()) });

export const orderCodeSchema = z.object({ code: codeField });

const rupees = z.coerce.number().check(z.gte(0), z.lte(100_000_000));

export const placeOrderFormSchema = z.object({
  key: text().check(z.minLength(1), z.maxLength(100)),
  payment: z.enum(['cod', 'online'], CHECKOUT_MESSAGES.choosePayment),
  /** The total for cash on delivery that the buyer saw, in rupees. */
  total_cod: rupees,
  /** The total for paying online that the buyer saw, in rupees. */
  total_online: rupees,
  /** The shipping day that the buyer saw, in epoch milliseconds. Empty if the order ships immediately. */
  ships_at: z.optional(text().check(z.regex(/^\d{0,15}$/))),
});
