export interface SearchTables {
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
}

/** The owner's changes to the list that comes with the shop. */
export interface SearchSynonymTable {
  line: string;
  is_on: number;
  created_at: number;
}

/** Searches without results, by day (YYYY-MM-DD in UTC), without names or phone numbers. */
export interface SearchMissTable {
  day: string;
  term: string;
  times: number;
}
