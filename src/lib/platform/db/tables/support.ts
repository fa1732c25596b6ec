/** Support tickets, their threads, and the files that came with them. */
export interface SupportTables {
  ticket: TicketTable;
  ticket_message: TicketMessageTable;
  attachment: AttachmentTable;
}

export interface TicketTable {
  id: string;
  /** What people call it, such as T-7K3F9Q. */
  number: string;
  customer_id: string;
  subject: string;
  priority: 'high' | 'medium' | 'low';
  state: 'open' | 'answered' | 'closed';
  created_at: number;
  /** Time of the last message or change of state. */
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
  /** As the customer called it. */
  name: string;
  /** One of the kinds in src/lib/platform/files/file-kinds.ts. */
  kind: string;
  bytes: number;
  file_key: string;
}
