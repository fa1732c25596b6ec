/** A cash order that the customer was asked to confirm. */
export interface CashConfirmationTable {
  order_id: string;
  /** `released`: cancelled because it was not confirmed in time. `paid`: paid online instead. */
  state: 'waiting' | 'confirmed' | 'released' | 'cancelled' | 'paid';
  confirmed_by: 'customer' | 'staff' | null;
  asked_at: number;
  /** The time from `asked_at` until the customer is reminded. */
  remind_after_ms: number;
  /**
   * When the reminder was emailed. If the shop was down at the end of the grace period, this is the time at which the
   * grace period began again.
   */
  reminded_at: number | null;
  /** The time from `reminded_at` until the order is cancelled. An order is never cancelled without a reminder. */
  grace_ms: number;
  ended_at: number | null;
}
