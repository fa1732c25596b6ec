import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

/** The parts of Shiprocket's responses that the shop uses (apidocs.shiprocket.in). It sends some numbers as texts. */

const id = z.pipe(
  z.union([z.number(), text()]),
  z.transform((value) => String(value)),
);
const number = z.pipe(
  z.union([z.number(), text()]),
  z.transform((value) => Number(value)),
);
const maybe = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

export const TOKEN = z.object({ token: text().check(z.minLength(1)) });

export const PICKUP_LOCATIONS = z.object({
  data: z.object({ shipping_address: z.array(z.object({ pickup_location: text(), pin_code: id })) }),
});

export const RATES = z.object({
  data: maybe(
    z.object({
      available_courier_companies: z.array(
        z.object({
          courier_company_id: number,
          courier_name: text(),
          rate: number,
          rto_charges: maybe(number),
          etd: maybe(text()),
          cod: maybe(number),
        }),
      ),
      recommended_courier_company_id: maybe(number),
    }),
  ),
});

export const CREATED = z.object({
  order_id: id,
  shipment_id: id,
  status: maybe(text()),
  status_code: maybe(number),
  awb_code: maybe(text()),
  courier_name: maybe(text()),
});

export const ORDERS = z.object({
  data: z.array(
    z.object({
      id,
      channel_order_id: id,
      status: maybe(text()),
      status_code: maybe(number),
      shipments: z.catch(z.array(z.object({ id, awb: maybe(id), courier: maybe(text()) })), []),
    }),
  ),
});

export const ASSIGNED = z.object({
  awb_assign_status: maybe(number),
  message: maybe(text()),
  response: maybe(
    z.object({
      data: z.object({
        awb_code: maybe(id),
        courier_name: maybe(text()),
        freight_charges: maybe(number),
        awb_assign_error: maybe(text()),
      }),
    }),
  ),
});

export const LABEL = z.object({ label_created: maybe(number), label_url: maybe(text()), response: maybe(text()) });

export const PICKUP = z.object({
  pickup_status: maybe(number),
  response: maybe(z.object({ pickup_scheduled_date: maybe(text()), data: maybe(text()) })),
});

export const MANIFEST = z.object({ manifest_url: maybe(text()) });

const activity = z.object({ date: maybe(text()), activity: maybe(text()) });
export const TRACKED = z.record(
  text(),
  z.object({
    tracking_data: z.object({
      shipment_status: maybe(number),
      shipment_track: maybe(z.array(z.object({ current_status: maybe(text()), delivered_date: maybe(text()) }))),
      shipment_track_activities: maybe(z.array(activity)),
    }),
  }),
);

export const WEBHOOK = z.object({
  awb: id,
  current_status: maybe(text()),
  shipment_status: maybe(text()),
  shipment_status_id: maybe(number),
  current_timestamp: maybe(text()),
  order_id: maybe(id),
  sr_order_id: maybe(id),
  scans: maybe(z.array(z.object({ date: maybe(text()), activity: maybe(text()) }))),
});

export const REFUSAL = z.object({
  message: maybe(text()),
  errors: maybe(z.record(text(), z.array(text()))),
});
