export interface SearchTables {
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
  /** `term` is in lower case, without punctuation. `path` is a path of this shop. */
  search_redirect: { term: string; path: string; created_at: number };
}

/** The owner's changes to the default list of synonyms. */
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
