import { z } from 'zod/mini';
import {
  IDEMPOTENCY_KEY_MAX_CHARACTERS,
  IDEMPOTENCY_KEY_TOO_LONG,
} from '#lib/platform/http/endpoint/idempotency-key.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { contactSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { ORDER_MESSAGES as MESSAGES, NOTE_MAX_CHARACTERS } from '#lib/sales/orders/record/orders.ts';
import { GIFT_NOTE_MAX_CHARACTERS } from '#lib/shop/settings/service-limits.ts';

const ID_MAX_CHARACTERS = 64;
const RUPEES = /^\d{1,9}(\.\d{1,2})?$/;

/**
 * The schema of the id of a saved address. The checks need messages, because zod reports these messages instead of the
 * union's.
 */
const savedAddressId = text(MESSAGES.address).check(
  z.minLength(1, MESSAGES.address),
  z.maxLength(ID_MAX_CHARACTERS, MESSAGES.address),
);

const orderFields = z.object({
  contact: z.optional(contactSchema),
  address: z.union([savedAddressId, addressSchema], MESSAGES.address),
  payment: z.enum(['cod', 'razorpay', 'test'], MESSAGES.payment),
  note: z.optional(text(MESSAGES.note).check(z.trim(), z.maxLength(NOTE_MAX_CHARACTERS, MESSAGES.note))),
  gift_wrap: z.optional(z.union([z.boolean(), z.enum(['yes', 'no'])])),
  gift_note: z.optional(text().check(z.trim(), z.maxLength(GIFT_NOTE_MAX_CHARACTERS))),
  gstin: z.optional(text()),
  business: z.optional(text()),
  total: z.optional(
    z.union([z.number(), z.pipe(text().check(z.regex(RUPEES, MESSAGES.total)), z.transform(Number))], MESSAGES.total),
  ),
  idempotency_key: z.optional(text().check(z.maxLength(IDEMPOTENCY_KEY_MAX_CHARACTERS, IDEMPOTENCY_KEY_TOO_LONG))),
});

/**
 * The schema of the body of POST /public/orders/create. A form without JavaScript has flat fields, such as
 * `contact.email`.
 */
export const orderSchema = z.pipe(z.transform(groupFlatFields), orderFields);
export type OrderRequest = z.infer<typeof orderFields>;

export const ownOrderSchema = z.object({ orderId: text(), token: z.optional(text()) });

export const orderListSchema = z.object({
  page: z._default(z.pipe(text().check(z.regex(/^\d{1,6}$/)), z.transform(Number)), 1),
});

function groupFlatFields(input: Record<string, unknown>): unknown {
  const fields = { ...input };
  for (const group of ['contact', 'address']) {
    const parts = Object.entries(fields).filter(([name]) => name.startsWith(`${group}.`));
    if (parts.length === 0 || fields[group] !== undefined) continue;
    fields[group] = Object.fromEntries(parts.map(([name, value]) => [name.slice(group.length + 1), value]));
  }
  return fields;
}
