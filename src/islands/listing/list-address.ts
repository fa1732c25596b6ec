/** The list that an address shows, whatever is open above it. */
export function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
