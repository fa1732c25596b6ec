export interface OwnerTables {
  owner_notice: OwnerNoticeTable;
}

/** Notices that were sent to the owner, such as the digest of a day, so that no process sends them again. */
export interface OwnerNoticeTable {
  kind: string;
  about: string;
  at: number;
}
