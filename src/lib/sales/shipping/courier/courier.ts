import type { ParcelStatus } from '#lib/platform/db/tables/shipments.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';

/** The size by which couriers bill a parcel, in whole grams and centimetres. */
export interface ParcelSize {
  weightGrams: number;
  lengthCm: number;
  breadthCm: number;
  heightCm: number;
}

/** The details of a parcel that the courier needs. */
export interface Consignment {
  /** The order number that the courier stores. A second parcel of an order has a suffix. */
  reference: string;
  /** When the order was placed, in epoch ms. */
  placedAt: number;
  address: OrderAddress;
  email: string;
  items: { name: string; sku: string; units: number; pricePaise: number; hsn: string | null }[];
  /** The price of the goods and the delivery, in paise. */
  totalPaise: number;
  /** The cash to collect at the door, in paise, or 0 for a paid order. */
  collectPaise: number;
  size: ParcelSize;
}

export interface Rate {
  courierId: number;
  /** The courier's name. */
  courier: string;
  freightPaise: number;
  /** The additional charge if the parcel comes back, in paise. Null if the charge is unknown. */
  returnPaise: number | null;
  /** The estimated day of delivery, in the courier's words. */
  estimate: string;
  isRecommended: boolean;
}

/** A parcel as it is stored in the courier's system. */
export interface RemoteParcel {
  /** The courier's id of the order. */
  orderId: string;
  /** The courier's id of the shipment. */
  shipmentId: string;
  isCancelled: boolean;
  /** The tracking number (air waybill). Undefined until it is assigned. */
  awb: string | undefined;
  courierName: string | undefined;
}

export interface Booking {
  awb: string;
  courierName: string;
  /** The price of the shipment, in paise. Undefined if the courier does not report it. */
  freightPaise: number | undefined;
}

/** A report about a parcel from a webhook or a status query. */
export interface CourierReport {
  /** The id of the report, which is the same for a repeated report. */
  id: string;
  awb: string;
  /** The order number that the courier stores. Undefined in status queries. */
  reference?: string;
  /** The courier's id of the order. Undefined in status queries. */
  remoteOrderId?: string;
  status: ParcelStatus;
  /** The courier's name for the status, or the reason for a failed delivery. */
  label: string;
  /** The time of the status, in epoch ms. */
  at: number;
  /** The report as it was received; a long report is truncated. */
  body: string;
}

export const UNDELIVERED_ACTIONS = ['again', 'address', 'give_up'] as const;

/** The instructions after a failed delivery: try again, try another address or number, or return the parcel. */
export interface UndeliveredAnswer {
  action: (typeof UNDELIVERED_ACTIONS)[number];
  /** A note for the courier's staff. */
  note: string;
  phone?: string;
  address?: string;
}

/**
 * A courier with an API. Each API call throws a `ShopError`: `conflict` with the reason if the courier rejects the
 * call, and `busy` if the courier does not respond, so that the call is repeated later. If the shop has no such
 * courier, staff enter tracking numbers, or upload the courier's file with tracking numbers.
 */
export interface Courier {
  name: 'shiprocket';
  title: string;
  trackingUrl(awb: string): string;
  /** Returns the rates, the cheapest first, or an empty list if no courier serves the pincode. */
  rates(consignment: Pick<Consignment, 'address' | 'collectPaise' | 'totalPaise' | 'size'>): Promise<Rate[]>;
  /** Finds the parcels with exactly this reference, including cancelled parcels. */
  find(reference: string): Promise<RemoteParcel[]>;
  create(consignment: Consignment): Promise<RemoteParcel>;
  assign(shipmentId: string, courierId: number): Promise<Booking>;
  /** Returns the label as a PDF. */
  label(shipmentId: string): Promise<Uint8Array>;
  /** Requests a pickup, and returns its time in the courier's words. Idempotent. */
  pickup(shipmentId: string): Promise<string>;
  /** Returns the URL of the manifest, which the courier's driver signs. A repeated call returns the same URL. */
  manifest(parcel: Pick<RemoteParcel, 'orderId' | 'shipmentId'>): Promise<string>;
  /** Cancels a parcel. Idempotent. */
  cancel(parcel: Pick<RemoteParcel, 'orderId' | 'awb'>): Promise<void>;
  /** Returns the latest report about each parcel. Leaves out reports whose status does not affect the order. */
  track(awbs: readonly string[]): Promise<CourierReport[]>;
  answerUndelivered(awb: string, answer: UndeliveredAnswer): Promise<void>;
  /**
   * Parses a webhook. Returns undefined if the report does not affect the order. Throws `refused` if the token is
   * missing or wrong, and `malformed` if the body can't be parsed.
   */
  readWebhook(body: Buffer, headers: Headers): CourierReport | undefined;
}
