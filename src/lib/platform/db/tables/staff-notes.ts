export interface StaffNoteTables {
  order_note: StaffNoteTable & { order_id: string };
  customer_note: StaffNoteTable & { customer_id: string };
}

/** A note that only staff can see. */
export interface StaffNoteTable {
  id: string;
  at: number;
  author: string;
  text: string;
  /** When the note was deleted, or null if it was not. A deleted note can be restored. */
  deleted_at: number | null;
}
