export interface UpstreamTables {
  upstream_fault: UpstreamFaultTable;
}

export interface UpstreamFaultTable {
  upstream: string;
  /** Such as `POST /v1/orders`, without customer data. */
  route: string;
  /** A `FaultKind`. */
  kind: string;
  times: number;
  /** When the current series of faults began; a new series starts after the service has recovered. */
  first_at: number;
  last_at: number;
  well_at: number | null;
}
