/** The address of a list without the parameters of overlays, such as the quick view. */
export function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  url.searchParams.sort();
  return `${url.pathname}?${url.searchParams}`;
}
