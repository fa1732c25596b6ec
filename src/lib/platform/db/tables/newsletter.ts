export interface NewsletterTables {
  subscriber: SubscriberTable;
}

export interface SubscriberTable {
  id: string;
  email: string;
  created_at: number;
}
