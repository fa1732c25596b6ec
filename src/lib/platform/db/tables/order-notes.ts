export interface OrderNoteTables {
  order_note: OrderNoteTable;
}

/** Only for staff. */
export interface OrderNoteTable {
  id: string;
  order_id: string;
  at: number;
  author: string;
  text: string;
  /** Then it is shown only so that it can be restored. */
  deleted_at: number | null;
}
