export interface CdnPurgeTable {
  /** The URL to which purges are sent. */
  address: string;
  /** All invalidations up to this id have been purged. Negative if nothing has been purged yet. */
  sent_id: number;
  /** The process that sends purges to the CDN. */
  holder: string;
  /** When the lease of the holder ends. */
  held_until: number;
  /** The build whose pages the CDN caches. */
  build: string;
  /** When a process with this build first got the lease. */
  build_at: number;
}
