import { z } from 'zod/mini';
import { codeField } from '#lib/customers/auth/verify.schema.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { RESTOCK_MESSAGES as MESSAGES } from '#lib/sales/back-in-stock/restock.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';

const variant = z.pipe(
  z.union([text(), z.number()], CART_MESSAGES.productNotSold),
  z.pipe(z.transform(String), text().check(z.regex(/^\d{1,15}$/, CART_MESSAGES.productNotSold))),
);

/** The schema of a request by a customer, whose email address is verified. */
export const customerRestockSchema = z.object({ variant });

export const restockSchema = z.object({
  variant,
  email: emailField(MESSAGES.emailInvalid, MESSAGES.emailRequired),
});

export const restockCodeSchema = z.object({ code: codeField });
