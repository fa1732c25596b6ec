/** Stock held for orders that were not paid immediately. Rows are counted to limit how much a buyer can hold. */
export interface StockHoldTable {
  order_id: string;
  owner: string;
  /** Keyed hashes; `network_key` is empty if the network is not known. */
  email_key: string;
  network_key: string;
  /** The keys of the surrounding IPv6 networks; empty for IPv4. */
  network_56_key: string;
  network_48_key: string;
  line_count: number;
  /** The number of lines that took more than `SCARCE_SHARE` of the stock at that time. */
  scarce_count: number;
  created_at: number;
}
