export interface SearchTables {
  search_synonym: SearchSynonymTable;
  search_miss: SearchMissTable;
}

/** What the owner changed of the list that comes with the shop. */
export interface SearchSynonymTable {
  line: string;
  is_on: number;
  created_at: number;
}

/** Searches that found nothing, by day (YYYY-MM-DD in UTC); nobody's name or number is in them. */
export interface SearchMissTable {
  day: string;
  term: string;
  times: number;
}
