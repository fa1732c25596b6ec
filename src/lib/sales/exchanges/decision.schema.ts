import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';
import { PARCEL } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { noteTextSchema } from '#lib/sales/orders/admin/order-text.schema.ts';

/**
 * The name of a form field, with the position of an order line. The field contains the id of the chosen variant, or is
 * empty if the variant that the customer requested is kept.
 */
const LINE_FIELD_NAME = /^line(\d{1,3})$/;

export const APPROVAL = z.looseObject(RECORD_VERSION.shape);

export const REJECTION = z.extend(RECORD_VERSION, { reason: noteTextSchema });

export const ARRIVAL = z.extend(RECORD_VERSION, { spoilt: z.optional(text()) });

export const EXCHANGE_PARCEL = z.extend(RECORD_VERSION, PARCEL.shape);

/** Returns the ids of the chosen variants by the position of the order line. */
export function chosenVariantIds(fields: Readonly<Record<string, unknown>>): Map<number, number> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) => {
      const position = LINE_FIELD_NAME.exec(name)?.[1];
      return position !== undefined && typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? [[Number(position), Number(value)] as const]
        : [];
    }),
  );
}
