import type { Generated } from 'kysely';

export interface ShipmentTables {
  shipment: ShipmentTable;
  shipment_event: ShipmentEventTable;
}

/** The next task of the job for a shipment. */
export type ShipmentTask = 'rate' | 'book' | 'pickup' | 'cancel' | 'answer';

/** The status that the courier last reported. */
export type ParcelStatus =
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'undelivered'
  | 'delivered'
  | 'returning'
  | 'came_back'
  | 'lost'
  | 'cancelled';

/** A parcel that is booked with a courier through its API. An order has at most one that is not cancelled. */
export interface ShipmentTable {
  id: string;
  order_id: string;
  courier: 'shiprocket';
  /** The order number sent to the courier; a second parcel of an order has a suffix. */
  reference: string;
  phase: 'new' | 'booked' | 'cancelled';
  task: ShipmentTask | null;
  /** 1 after the task has failed, until a person retries it. */
  failed: Generated<number>;
  problem: string | null;
  /**
   * When the task is due. `tries` counts attempts; `leased_until` is the end of the lease of the process that performs
   * it.
   */
  due_at: number;
  tries: Generated<number>;
  leased_until: Generated<number>;
  weight_grams: number;
  length_cm: number;
  breadth_cm: number;
  height_cm: number;
  /** The cash to collect at the door; 0 for a paid order. */
  collect_paise: number;
  rates_json: string | null;
  /** The courier company that a person has chosen from the rates. */
  courier_id: number | null;
  courier_name: string | null;
  /** When the order was first sent to the courier, which may have created it even without a response. */
  sent_at: number | null;
  remote_order: string | null;
  remote_shipment: string | null;
  awb: string | null;
  /** The courier's charge for the parcel: as reported with the booking, otherwise the rate. */
  freight_paise: number | null;
  /** The additional charge if the parcel is returned. */
  return_rate_paise: number | null;
  /** The same charge, once the parcel is on its way back; null before. */
  return_freight_paise: number | null;
  /** The key of the courier's label in the file store. */
  label_file: string | null;
  /** When the courier will collect the parcel, as reported by the courier. */
  pickup: string | null;
  manifest_url: string | null;
  status: ParcelStatus | null;
  status_at: number | null;
  /** The number of failed deliveries; `reason` is the reason for the last one. */
  attempts: Generated<number>;
  reason: string | null;
  /** The staff's answer to the last failed delivery. */
  answer_json: string | null;
  answered_at: number | null;
  /** 1 while the courier may report a new status. */
  tracked: Generated<number>;
  polled_at: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** Each report of a courier is stored once. */
export interface ShipmentEventTable {
  id: string;
  shipment_id: string;
  status: ParcelStatus;
  /** The courier's name for the status, or the reason for a failed delivery. */
  label: string;
  at: number;
  created_at: number;
  body: string;
}
