import { z } from 'zod/mini';
import { CHECKOUT_MESSAGES, CHECKOUT_STEPS } from '#lib/checkout/checkout.ts';
import { emailField } from '#lib/fields/email.schema.ts';
import { MOBILE_MESSAGE, MOBILE_PATTERN } from '#lib/fields/mobile.ts';
import { NOTE_MAX_CHARACTERS, ORDER_MESSAGES } from '#lib/orders/orders.ts';

const EMAIL_BAD = 'Please enter a valid email address.';

export const contactSchema = z.object({
  email: emailField(EMAIL_BAD),
  mobile: z.string(MOBILE_MESSAGE).check(z.trim(), z.regex(MOBILE_PATTERN, MOBILE_MESSAGE)),
});

/** One way of delivery; choosing it says that the days and the price were seen. */
export const deliverySchema = z.object({
  delivery: z.literal('standard', 'Choose a way of delivery.'),
  note: z._default(z.string().check(z.maxLength(NOTE_MAX_CHARACTERS, ORDER_MESSAGES.note)), ''),
});

/** POST /public/checkout/draft: any fields of a step, checked by the step's own rules once they are kept. */
export const stepFormSchema = z.looseObject({ step: z.enum(CHECKOUT_STEPS), isDraft: z.optional(z.boolean()) });

const rupees = z.coerce.number().check(z.gte(0), z.lte(100_000_000));

/** POST /public/checkout/place. */
export const placeFormSchema = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(100)),
  payment: z.enum(['cod', 'online'], CHECKOUT_MESSAGES.choosePayment),
  /** Rupees, as the page showed them for each way of paying. */
  total_cod: rupees,
  total_online: rupees,
  /** From which day the page said that it ships: epoch milliseconds, nothing when at once. */
  ships_at: z.optional(z.string().check(z.regex(/^\d{0,15}$/))),
});
