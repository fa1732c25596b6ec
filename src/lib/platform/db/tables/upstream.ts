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
  /** Of the current series; a new one starts after the service has recovered. */
  first_at: number;
  last_at: number;
  well_at: number | null;
}
