/** Parameters that name a page of a list: each filter and each sort begins at the first page. */
const PAGE_PARAMS = ['after', 'before'];

/** A list's query, read from the parameters of its address; what it does not understand, it ignores. */
export interface ListSchema {
  parse(params: Record<string, string>): Record<string, string | undefined>;
}

/** The filters and the sort of an address, as far as they differ from the list's usual ones. */
export function listParams(schema: ListSchema, given: URLSearchParams): URLSearchParams {
  const usual = schema.parse({});
  const params = Object.entries(schema.parse(Object.fromEntries(given))).flatMap(([name, value]) =>
    value === undefined || value === usual[name] || PAGE_PARAMS.includes(name) ? [] : [[name, value]],
  );
  return new URLSearchParams(params);
}

/** The address of the same list with some parameters changed, or removed where they are undefined. */
export function listAddress(params: URLSearchParams, changes: Record<string, string | undefined> = {}): string {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
