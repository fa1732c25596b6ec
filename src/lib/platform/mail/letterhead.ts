/** What stands on each mail of the shop. */
export interface Letterhead {
  /** As in a From header: a name and an address. */
  from: string;
  signature: string;
}
