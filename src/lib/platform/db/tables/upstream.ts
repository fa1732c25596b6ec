/** What failed at servers of others: gateway, object store, mail server. */
export interface UpstreamTables {
  upstream_fault: UpstreamFaultTable;
}

export interface UpstreamFaultTable {
  upstream: string;
  /** What was asked of it, without anything of a customer: `POST /v1/orders`. */
  route: string;
  /** `FaultKind` */
  kind: string;
  times: number;
  /** Of the present row of faults: it begins anew after the server was well. */
  first_at: number;
  last_at: number;
  /** When the same route answered again. */
  well_at: number | null;
}
