/** A notice that was sent to the owner, such as the digest of a day, so that no process sends the notice again. */
export interface OwnerNoticeTable {
  kind: string;
  about: string;
  at: number;
}
