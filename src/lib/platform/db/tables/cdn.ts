export interface CdnTables {
  cdn_purge: CdnPurgeTable;
}

export interface CdnPurgeTable {
  address: string;
  /** Invalidations up to this id need no more attention. */
  sent_id: number;
  /** The process that tells the CDN, and until when it is alone. */
  holder: string;
  held_until: number;
  build: string;
  build_at: number;
}
