export interface UpstreamTables {
  upstream_fault: UpstreamFaultTable;
}

export interface UpstreamFaultTable {
  upstream: string;
  /** Without customer data: `POST /v1/orders`. */
  route: string;
  /** `FaultKind` */
  kind: string;
  times: number;
  /** Of the present series: a new one begins after the server was well. */
  first_at: number;
  last_at: number;
  well_at: number | null;
}
