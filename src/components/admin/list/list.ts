/** What a list of the admin consists of; `docs/admin.md`, "Lists", describes how to add a column or a filter. */

export interface ListColumn {
  label: string;
  /** The values of `sort` by which the column's heading sorts. */
  sort?: { ascending: string; descending: string };
  /** Whether the cells are aligned to the end, as numbers are. */
  isEnd?: boolean;
}

export interface ChoiceFilter {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  /** The option for no filter; without it, one of the options is always chosen. */
  any?: string;
  /** Shown beside the search; the others are under "Filters". */
  isMain?: boolean;
}

export interface DayFilter {
  name: string;
  label: string;
  isDay: true;
}

export type ListFilter = ChoiceFilter | DayFilter;
