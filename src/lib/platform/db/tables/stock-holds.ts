/** Stock held for orders that were not paid immediately. Rows are counted to limit how much a buyer can hold. */
export interface StockHoldTable {
  order_id: string;
  owner: string;
  /** A keyed hash of the email address. */
  email_key: string;
  /** A keyed hash of the network; an empty string if the network is not known. */
  network_key: string;
  /** A keyed hash of the surrounding IPv6 network /56; an empty string for IPv4. */
  network_56_key: string;
  /** A keyed hash of the surrounding IPv6 network /48; an empty string for IPv4. */
  network_48_key: string;
  line_count: number;
  /** The number of lines that took more than `SCARCE_SHARE` of the stock when the order was placed. */
  scarce_count: number;
  created_at: number;
}
