/** The part of an order line that is already in the parcel. */
export interface PackedLineTable {
  order_id: string;
  position: number;
  /** In pieces or centimetres. */
  quantity: number;
  /** The last scan of this line. */
  scanned_at: number;
}
