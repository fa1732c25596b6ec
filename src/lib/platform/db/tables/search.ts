export interface SearchTables {
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
  /** The term is in lower case, without punctuation. The path belongs to this shop. */
  search_redirect: { term: string; path: string; created_at: number };
}

/** The owner's changes to the default list. */
export interface SearchSynonymTable {
  line: string;
  is_on: number;
  created_at: number;
}

/** Searches without results by day (YYYY-MM-DD in UTC), without names or phone numbers. */
export interface SearchMissTable {
  day: string;
  term: string;
  times: number;
}
