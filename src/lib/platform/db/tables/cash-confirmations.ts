/** A cash order that its customer was asked to confirm. */
export interface CashConfirmationTable {
  order_id: string;
  /** `released`: not confirmed in time, so it was cancelled. `paid`: paid online instead. */
  state: 'waiting' | 'confirmed' | 'released' | 'cancelled' | 'paid';
  confirmed_by: 'customer' | 'staff' | null;
  asked_at: number;
  /** How long after `asked_at` the customer is reminded. */
  remind_after_ms: number;
  /** When the reminder was mailed; later if the shop was down when the time to answer ended. */
  reminded_at: number | null;
  /** How long after `reminded_at` the order is cancelled: never without a reminder. */
  grace_ms: number;
  ended_at: number | null;
}
