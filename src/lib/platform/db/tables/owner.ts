export interface OwnerTables {
  owner_notice: OwnerNoticeTable;
}

/** What the owner was told once, such as the digest of a day: no process tells it again. And, as `setup`, what they have said. */
export interface OwnerNoticeTable {
  kind: string;
  about: string;
  at: number;
}
