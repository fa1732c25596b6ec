/** A product has at most one scheduled sale, which is deleted when it ends. Times are in epoch ms. */
export interface ScheduledSaleTable {
  product_id: number;
  /** When the sale begins; null if it began when it was saved. */
  starts_at: number | null;
  /** Null if a person must end it. */
  ends_at: number | null;
  /** When the sale prices were stored in the variants; null before. */
  started_at: number | null;
  /** When the variants must next change; null if no change is planned. */
  due_at: number | null;
  /** The sale price of each variant, as pairs of its id and paise. */
  prices_json: string;
  /** The sale prices that the start has replaced and the end restores; null in a pair means no sale price. */
  before_json: string;
  author: string;
  updated_at: number;
}
