import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

/** The parts of Shiprocket's responses that the shop uses (apidocs.shiprocket.in). Some numbers are sent as strings. */

const id = z.pipe(
  z.union([z.number(), text()]),
  z.transform((value) => String(value)),
);
const number = z.pipe(
  z.union([z.number(), text()]),
  z.transform((value) => Number(value)),
);
/** Returns the schema for an optional value. An invalid value becomes undefined. */
const lenient = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

export const TOKEN = z.object({ token: text().check(z.minLength(1)) });

export const PICKUP_LOCATIONS = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: text(), pin_code: id })) }),
});

export const RATES = z.object({
  data: lenient(
    z.object({
      available_courier_companies: z.array(
        z.object({
          courier_company_id: number,
          courier_name: text(),
          rate: number,
          rto_charges: lenient(number),
          etd: lenient(text()),
          cod: lenient(number),
        }),
      ),
      recommended_courier_company_id: lenient(number),
    }),
  ),
});

export const CREATED_ORDER = z.object({
  order_id: id,
  shipment_id: id,
  status: lenient(text()),
  status_code: lenient(number),
  awb_code: lenient(text()),
  courier_name: lenient(text()),
});

export const ORDERS = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      status: lenient(text()),
      status_code: lenient(number),
      shipments: z.catch(z.array(z.object({ id, awb: lenient(id), courier: lenient(text()) })), []),
    }),
  ),
});

export const ASSIGNED_COURIER = z.object({
  awb_assign_status: lenient(number),
  message: lenient(text()),
  response: lenient(
    z.object({
      data: z.object({
        awb_code: lenient(id),
        courier_name: lenient(text()),
        freight_charges: lenient(number),
        awb_assign_error: lenient(text()),
      }),
    }),
  ),
});

export const LABEL = z.object({
  label_created: lenient(number),
  label_url: lenient(text()),
  response: lenient(text()),
});

export const PICKUP = z.object({
  pickup_status: lenient(number),
  response: lenient(z.object({ pickup_scheduled_date: lenient(text()), data: lenient(text()) })),
});

export const MANIFEST = z.object({ manifest_url: lenient(text()) });

const activity = z.object({ date: lenient(text()), activity: lenient(text()) });
export const TRACKING = z.record(
  text(),
  z.object({
    tracking_data: z.object({
      shipment_status: lenient(number),
      shipment_track: lenient(z.array(z.object({ current_status: lenient(text()), delivered_date: lenient(text()) }))),
      shipment_track_activities: lenient(z.array(activity)),
    }),
  }),
);

export const WEBHOOK = z.object({
  awb: id,
  current_status: lenient(text()),
  shipment_status: lenient(text()),
  shipment_status_id: lenient(number),
  current_timestamp: lenient(text()),
  order_id: lenient(id),
  sr_order_id: lenient(id),
  scans: lenient(z.array(z.object({ date: lenient(text()), activity: lenient(text()) }))),
});

export const REFUSAL = z.object({
  message: lenient(text()),
  errors: lenient(z.record(text(), z.array(text()))),
});
