import { z } from 'zod/mini';
import { MOBILE_MESSAGE, MOBILE_PATTERN, mobileDigits } from '#lib/primitives/mobile.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';
import { MAX_SELECTED_ORDERS, SELECTION } from '#lib/sales/orders/packing/packing.schema.ts';
import { UNDELIVERED_ACTIONS } from '#lib/sales/shipping/courier/courier.ts';

const TOO_MANY_PARCELS = `Choose at most ${MAX_SELECTED_ORDERS} parcels.`;

/** The selected orders. After the form is sent, the page with these orders is shown again. */
export const ORDER_SELECTION = z.object({ of: SELECTION });

/**
 * Each shipment has a field named `courier-` and its id. The value is the shipment's version and the id of the chosen
 * courier, separated by a colon.
 */
export const BOOKING = z.pipe(
  z.looseObject(ORDER_SELECTION.shape),
  z.transform(({ of, ...fields }) => ({
    of,
    chosen: Object.entries(fields).flatMap(([name, value]) => {
      const id = /^courier-(?<id>[\w-]{1,60})$/.exec(name)?.groups?.id;
      if (id === undefined || typeof value !== 'string' || value === '') return [];
      const [version = '', courierId = ''] = value.split(':');
      return [{ id, version: Number(version), courierId: Number(courierId) }];
    }),
  })),
);

/** Each value is the id and the version of a shipment, separated by a colon. */
export const SHIPMENTS = z.extend(ORDER_SELECTION, {
  shipment: z.pipe(
    oneOrMore(text('Choose parcels.').check(z.maxLength(120))).check(
      z.maxLength(MAX_SELECTED_ORDERS, TOO_MANY_PARCELS),
    ),
    z.transform((shipments) =>
      shipments.map((shipment) => {
        const [id = '', version = ''] = shipment.split(':');
        return { id, version: Number(version) };
      }),
    ),
  ),
});

export const ONE_SHIPMENT = z.extend(RECORD_VERSION, { of: SELECTION });

const sizeField = (description: string, max: number) =>
  z.pipe(
    text().check(z.trim(), z.regex(/^\d{1,5}$/, `Please enter ${description} as a whole number.`)),
    z
      .transform(Number)
      .check(
        z.minimum(1, `Please enter ${description}.`),
        z.maximum(max, `Please enter ${description}, at most ${max}.`),
      ),
  );

export const PARCEL_SIZE = z.extend(ONE_SHIPMENT, {
  weightGrams: sizeField('the weight in grams', 50_000),
  lengthCm: sizeField('the length in cm', 300),
  breadthCm: sizeField('the breadth in cm', 300),
  heightCm: sizeField('the height in cm', 300),
});

const NOTE_MISSING = 'Please tell the courier what to do.';

export const ANSWER = z
  .extend(RECORD_VERSION, {
    action: z.enum(UNDELIVERED_ACTIONS, 'Please choose what the courier should do.'),
    note: text(NOTE_MISSING).check(z.trim(), z.minLength(3, NOTE_MISSING), z.maxLength(200)),
    phone: z._default(
      z
        .pipe(
          text().check(z.trim(), z.maxLength(20)),
          z.transform((phone) => mobileDigits(phone)),
        )
        .check(z.refine((digits: string) => digits === '' || MOBILE_PATTERN.test(digits), MOBILE_MESSAGE)),
      '',
    ),
    address: z._default(text().check(z.trim(), z.maxLength(200)), ''),
  })
  .check(
    z.refine(({ action, phone, address }) => action !== 'address' || phone !== '' || address !== '', {
      error: 'Please enter the new address or the new number.',
      path: ['address'],
    }),
  );
