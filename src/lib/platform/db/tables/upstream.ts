export interface UpstreamFaultTable {
  upstream: string;
  /** The method and path without customer data, such as `POST /v1/orders`. */
  route: string;
  /** An `UpstreamFaultKind`. */
  kind: string;
  times: number;
  /** When the current series of faults began. A fault more than an hour after a recovery begins a new series. */
  first_at: number;
  last_at: number;
  /** When the service recovered; null while the service fails. */
  well_at: number | null;
}
