/** Who gets the letter. */
export interface NewsletterTables {
  subscriber: SubscriberTable;
}

export interface SubscriberTable {
  id: string;
  /** In lower case. */
  email: string;
  created_at: number;
}
