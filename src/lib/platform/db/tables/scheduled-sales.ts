/** At most one for each product. Deleted when it ends. Times are in epoch ms. */
export interface ScheduledSaleTable {
  product_id: number;
  /** When it begins; null: when it was saved. */
  starts_at: number | null;
  /** Null: when a person ends it. */
  ends_at: number | null;
  /** When the sale prices were stored in the variants; null before. */
  started_at: number | null;
  /** When the variants have to change next; null if no change is planned. */
  due_at: number | null;
  /** The sale price of each variant, as pairs of its id and paise. */
  prices_json: string;
  /** The sale prices that the start has replaced, and that the end restores; null in a pair: none. */
  before_json: string;
  author: string;
  updated_at: number;
}
