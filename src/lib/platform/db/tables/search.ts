export interface SearchTables {
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
  /** A redirect from a search to a path of this shop. `term` is in lower case, without punctuation. */
  search_redirect: { term: string; path: string; created_at: number };
}

/** The owner's changes to the default list of synonyms. */
export interface SearchSynonymTable {
  line: string;
  is_on: number;
  created_at: number;
}

/**
 * How often a search for a term found nothing on a day (YYYY-MM-DD in UTC). Names and phone numbers are not stored.
 */
export interface SearchMissTable {
  day: string;
  term: string;
  times: number;
}
