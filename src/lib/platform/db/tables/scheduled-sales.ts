/** A scheduled sale of a product. A product has at most one. The row is deleted when the sale ends. */
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
  /** The sale prices, as pairs of a variant's id and its sale price in paise. */
  prices_json: string;
  /**
   * The sale prices that were replaced at the start of the sale and are restored at its end. A pair with null stands
   * for a variant without a sale price.
   */
  before_json: string;
  author: string;
  updated_at: number;
}
