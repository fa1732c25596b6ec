/** Returns a list's path and sorted parameters, without the quick view and the filter panel, to compare lists. */
export function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
