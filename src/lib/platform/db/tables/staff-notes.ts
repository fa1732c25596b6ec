export interface StaffNoteTables {
  order_note: StaffNoteTable & { order_id: string };
  customer_note: StaffNoteTable & { customer_id: string };
}

/** Only for staff. */
export interface StaffNoteTable {
  id: string;
  at: number;
  author: string;
  text: string;
  /** A deleted note is shown only so that it can be restored. */
  deleted_at: number | null;
}
