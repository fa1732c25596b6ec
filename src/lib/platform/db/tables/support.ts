export interface SupportTables {
  ticket: TicketTable;
  ticket_message: TicketMessageTable;
  attachment: AttachmentTable;
  saved_reply: SavedReplyTable;
}

export interface TicketTable {
  id: string;
  number: string;
  customer_id: string;
  subject: string;
  priority: 'high' | 'medium' | 'low';
  state: 'open' | 'answered' | 'closed';
  created_at: number;
  updated_at: number;
}

export interface TicketMessageTable {
  id: string;
  ticket_id: string;
  author: 'customer' | 'shop';
  message: string;
  created_at: number;
}

export interface AttachmentTable {
  id: string;
  ticket_message_id: string;
  position: number;
  name: string;
  kind: string;
  bytes: number;
  file_key: string;
}

/** A text that staff insert into their answers. */
export interface SavedReplyTable {
  id: string;
  name: string;
  text: string;
  created_at: number;
  updated_at: number;
}
