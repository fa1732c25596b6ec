/** The parameters for the position in a list. After a change to the filters or the sort, the first page is shown. */
const PAGE_PARAMS = ['after', 'before'];
/** The maximum length of the query of a list's URL in a form. */
export const QUERY_MAX_CHARACTERS = 1_000;

/** A schema for the query parameters of a list's URL. Invalid parameters are ignored. */
export interface ListSchema {
  parse(params: Record<string, string>): Record<string, string | undefined>;
}

/** Returns the filters and the sort of a list's URL that differ from the list's defaults. */
export function listParams(schema: ListSchema, params: URLSearchParams): URLSearchParams {
  const defaults = schema.parse({});
  const changedParams = Object.entries(schema.parse(Object.fromEntries(params))).flatMap(([name, value]) =>
    value === undefined || value === defaults[name] || PAGE_PARAMS.includes(name) ? [] : [[name, value]],
  );
  return new URLSearchParams(changedParams);
}

/** Returns a relative URL of the same list with changed parameters. Undefined parameters are removed. */
export function filteredListHref(params: URLSearchParams, changes: Record<string, string | undefined> = {}): string {
  const newParams = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) newParams.delete(name);
    else newParams.set(name, value);
  }
  return `?${newParams}`;
}
