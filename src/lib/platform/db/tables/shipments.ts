import type { Generated } from 'kysely';

export interface ShipmentTables {
  shipment: ShipmentTable;
  shipment_event: ShipmentEventTable;
}

/** The next task of the job for a shipment. */
export type ShipmentTask = 'rate' | 'book' | 'pickup' | 'cancel' | 'answer';

/** A status of a parcel, as reported by the courier. */
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

/**
 * A parcel that is booked with a courier through its API. An order has at most one shipment that is not cancelled.
 */
export interface ShipmentTable {
  id: string;
  order_id: string;
  courier: 'shiprocket';
  /** The order number that is sent to the courier, with a suffix for a second parcel of the order. */
  reference: string;
  phase: 'new' | 'booked' | 'cancelled';
  task: ShipmentTask | null;
  /** Whether the task has failed, until a person retries it. */
  failed: Generated<number>;
  problem: string | null;
  /** When the task is due. */
  due_at: number;
  /** The number of attempts at the task. */
  tries: Generated<number>;
  /** The end of the lease of the process that performs the task. */
  leased_until: Generated<number>;
  weight_grams: number;
  length_cm: number;
  breadth_cm: number;
  height_cm: number;
  /** The cash to collect at the door; 0 for a paid order. */
  collect_paise: number;
  rates_json: string | null;
  /** The id of the courier company that a person has chosen from the rates. */
  courier_id: number | null;
  courier_name: string | null;
  /**
   * When the order was first sent to the courier. The courier may have created the order even if it did not respond.
   */
  sent_at: number | null;
  remote_order: string | null;
  remote_shipment: string | null;
  awb: string | null;
  /** The courier's charge for the parcel: as reported with the booking, or the rate if none was reported. */
  freight_paise: number | null;
  /** The additional charge if the parcel is returned. */
  return_rate_paise: number | null;
  /** The charge for the return, once the parcel is on its way back; null before. */
  return_freight_paise: number | null;
  /** The key of the courier's label in the file store. */
  label_file: string | null;
  /** When the courier will collect the parcel, as reported by the courier. */
  pickup: string | null;
  manifest_url: string | null;
  status: ParcelStatus | null;
  status_at: number | null;
  /** The number of failed deliveries. */
  attempts: Generated<number>;
  /** The reason for the last failed delivery. */
  reason: string | null;
  /** The staff's answer to the last failed delivery. */
  answer_json: string | null;
  answered_at: number | null;
  /** Whether the courier may still report a new status. */
  tracked: Generated<number>;
  polled_at: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** A report of a courier. Each report is stored once. */
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
