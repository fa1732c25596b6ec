/** The path and the sorted parameters of a list, without those of quick view and filter panel; for comparing lists. */
export function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
