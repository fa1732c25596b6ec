/** The part of an order line that is already in the parcel. */
export interface PackedLineTable {
  order_id: string;
  position: number;
  /** The packed quantity, in pieces or centimetres. */
  quantity: number;
  /** When the line was last scanned. */
  scanned_at: number;
}
