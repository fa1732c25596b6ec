import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';
import { PARCEL } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { noteText } from '#lib/sales/orders/admin/order-text.schema.ts';

/** The name of an order line's field. The field contains the new variant's id, or is empty to keep the request. */
const LINE_FIELD = /^line(\d{1,3})$/;

export const APPROVAL = z.looseObject(RECORD_VERSION.shape);

export const REJECTION = z.extend(RECORD_VERSION, { reason: noteText });

export const ARRIVAL = z.extend(RECORD_VERSION, { spoilt: z.optional(text()) });

export const EXCHANGE_PARCEL = z.extend(RECORD_VERSION, PARCEL.shape);

/** Returns the ids of the chosen variants by the position of the order line. */
export function chosenVariants(fields: Readonly<Record<string, unknown>>): Map<number, number> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]) => {
      const position = LINE_FIELD.exec(name)?.[1];
      return position !== undefined && typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? [[Number(position), Number(value)] as const]
        : [];
    }),
  );
}
