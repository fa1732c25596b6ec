import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

// The parts of Shiprocket's responses that the shop uses (apidocs.shiprocket.in). Some numbers are sent as strings.

const idSchema = z.pipe(z.union([z.number(), text()]), z.transform(String));
const numberSchema = z.pipe(z.union([z.number(), text()]), z.transform(Number));
/** Returns the schema for an optional value. An invalid value becomes undefined. */
const lenient = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

export const TOKEN = z.object({ token: text().check(z.minLength(1)) });

export const PICKUP_LOCATIONS = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: text(), pin_code: idSchema })) }),
});

export const RATES = z.object({
  data: lenient(
    z.object({
      available_courier_companies: z.array(
        z.object({
          courier_company_id: numberSchema,
          courier_name: text(),
          rate: numberSchema,
          rto_charges: lenient(numberSchema),
          etd: lenient(text()),
          cod: lenient(numberSchema),
        }),
      ),
      recommended_courier_company_id: lenient(numberSchema),
    }),
  ),
});

export const CREATED_ORDER = z.object({
  order_id: idSchema,
  shipment_id: idSchema,
  status: lenient(text()),
  status_code: lenient(numberSchema),
  awb_code: lenient(text()),
  courier_name: lenient(text()),
});

export const ORDERS = z.object({
  data: z.array(
    z.object({
      id: idSchema,
      channel_order_id: idSchema,
      status: lenient(text()),
      status_code: lenient(numberSchema),
      shipments: z.catch(z.array(z.object({ id: idSchema, awb: lenient(idSchema), courier: lenient(text()) })), []),
    }),
  ),
});

export const ASSIGNED_COURIER = z.object({
  message: lenient(text()),
  response: lenient(
    z.object({
      data: z.object({
        awb_code: lenient(idSchema),
        courier_name: lenient(text()),
        freight_charges: lenient(numberSchema),
        awb_assign_error: lenient(text()),
      }),
    }),
  ),
});

export const LABEL = z.object({
  label_url: lenient(text()),
  response: lenient(text()),
});

export const PICKUP = z.object({
  response: lenient(z.object({ pickup_scheduled_date: lenient(text()), data: lenient(text()) })),
});

export const MANIFEST = z.object({ manifest_url: lenient(text()) });

const activitySchema = z.object({ date: lenient(text()), activity: lenient(text()) });
export const TRACKING = z.record(
  text(),
  z.object({
    tracking_data: z.object({
      shipment_status: lenient(numberSchema),
      shipment_track: lenient(z.array(z.object({ current_status: lenient(text()) }))),
      shipment_track_activities: lenient(z.array(activitySchema)),
    }),
  }),
);

export const WEBHOOK = z.object({
  awb: idSchema,
  current_status: lenient(text()),
  shipment_status: lenient(text()),
  shipment_status_id: lenient(numberSchema),
  current_timestamp: lenient(text()),
  order_id: lenient(idSchema),
  sr_order_id: lenient(idSchema),
  scans: lenient(z.array(activitySchema)),
});

export const REFUSAL = z.object({
  message: lenient(text()),
  errors: lenient(z.record(text(), z.array(text()))),
});
