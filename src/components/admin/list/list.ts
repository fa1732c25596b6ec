/** A column of an admin list. docs/contributing.md describes how to add a column or a filter. */
export interface ListColumn {
  label: string;
  /** The values of `sort` that the column's heading sets. */
  sort?: { ascending: string; descending: string };
  /** Whether the cells are aligned to the right, as numbers are. */
  isEndAligned?: boolean;
}

/** A filter of an admin list: a choice of options or, without options, a day. */
export interface ListFilter {
  name: string;
  label: string;
  options?: readonly (readonly [value: string, label: string])[];
  /** The label of the option that turns the filter off. If undefined, one of `options` is always chosen. */
  anyLabel?: string;
  /** Whether the filter is shown beside the search field; other filters are under "Filters and sorting". */
  isMain?: boolean;
}
