import { z } from 'zod/mini';
import { parseNumber } from '#lib/catalog/inventory/requested-quantity.ts';
import { isEmail } from '#lib/primitives/email.ts';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import {
  DEFAULT_LINK_HOURS,
  LINK_HOURS,
  MANUAL_MESSAGES,
  MANUAL_SOURCES,
} from '#lib/sales/manual-orders/manual-order.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { NOTE_MAX_CHARACTERS, ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';

const QUANTITY_MAX_CHARACTERS = 100;
const SEARCH_MAX_CHARACTERS = 100;
const REASON_MAX_CHARACTERS = 200;
const INVALID_EMAIL = 'Please enter a valid email address, or leave the field empty.';

const sourceSchema = z.enum(MANUAL_SOURCES, 'Choose where the order comes from.');
const variantIdSchema = z.pipe(
  text(MANUAL_MESSAGES.chooseVariant).check(z.regex(/^\d{1,15}$/, MANUAL_MESSAGES.chooseVariant)),
  z.transform(Number),
);
/** The quantity in pieces or metres. Undefined if the text is empty, and NaN if the text is not a number. */
const quantitySchema = z.pipe(
  z._default(text().check(z.maxLength(QUANTITY_MAX_CHARACTERS)), ''),
  z.transform((value) => (value.trim() === '' ? undefined : (parseNumber(value) ?? Number.NaN))),
);

export const NEW_DRAFT = z.object({ source: sourceSchema });

/** The draft that a form changes, and the version that its page showed. */
export const DRAFT_VERSION = z.extend(ORDER_VERSION, { id: text() });

export const GOODS_SEARCH = z.extend(DRAFT_VERSION, {
  find: text().check(z.trim(), z.maxLength(SEARCH_MAX_CHARACTERS)),
});

export const DRAFT_VARIANT = z.extend(DRAFT_VERSION, { variant: variantIdSchema });
export const DRAFT_QUANTITY = z.extend(DRAFT_VARIANT, { quantity: quantitySchema });

export const CUSTOM_PRICE = z.extend(DRAFT_VARIANT, {
  /** The price in paise, or null if the catalogue price applies. */
  price: z.pipe(
    text(MANUAL_MESSAGES.invalidPrice).check(
      z.overwrite((value) => value.replace(/[₹,\s]/g, '')),
      z.regex(/^(\d{1,7}(\.\d{1,2})?)?$/, MANUAL_MESSAGES.invalidPrice),
    ),
    z.transform((rupeesText) => (rupeesText === '' ? null : Math.round(Number(rupeesText) * 100))),
  ),
  reason: z._default(
    text().check(
      z.overwrite(oneLine),
      z.maxLength(REASON_MAX_CHARACTERS, `A reason can have at most ${REASON_MAX_CHARACTERS} characters.`),
    ),
    '',
  ),
});

/** The field names differ from the field names of the address, which also has a name and a mobile number. */
export const DRAFT_CONTACT = z.extend(DRAFT_VERSION, {
  source: sourceSchema,
  contactName: addressSchema.shape.name,
  contactMobile: mobileField(),
  contactEmail: z._default(
    text().check(
      z.trim(),
      z.refine((value) => value === '' || isEmail(value), INVALID_EMAIL),
      z.toLowerCase(),
    ),
    '',
  ),
  handover: z.enum(['send', 'collect'], 'Choose how the customer gets the goods.'),
  note: z._default(text().check(z.trim(), z.maxLength(NOTE_MAX_CHARACTERS, ORDER_MESSAGES.note)), ''),
});

export const DRAFT_ADDRESS = z.extend(DRAFT_VERSION, addressSchema.shape);

/** The values that the page showed. If the values have changed since, the order is rejected. */
const shownValues = {
  /** The total in rupees. */
  total: z.coerce.number().check(z.gte(0), z.lte(100_000_000)),
  /** The shipping day in epoch milliseconds. Empty if the order ships immediately. */
  ships_at: z._default(text().check(z.regex(/^\d{0,15}$/)), ''),
};

export const DRAFT_PLACEMENT = z.extend(DRAFT_VERSION, {
  ...shownValues,
  payment: z.enum(['link', 'cod'], 'Choose how the customer pays.'),
  hours: z._default(z.enum(LINK_HOURS, 'Choose how long the goods are reserved.'), DEFAULT_LINK_HOURS),
});

export const HANDOVER = z.extend(DRAFT_VERSION, shownValues);
