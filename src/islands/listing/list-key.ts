/** Returns a key for comparing lists: the path and sorted parameters, without those of quick view and filter panel. */
export function listKey(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
