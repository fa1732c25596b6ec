export interface CdnTables {
  cdn_purge: CdnPurgeTable;
}

export interface CdnPurgeTable {
  address: string;
  /** Invalidations up to this id have been processed. */
  sent_id: number;
  /** The process that sends purges to the CDN. */
  holder: string;
  /** When the lease of the holder ends. */
  held_until: number;
  build: string;
  build_at: number;
}
