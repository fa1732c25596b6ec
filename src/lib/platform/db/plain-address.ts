/** Of a database's address, what people and logs may see: no user, password or options. */
export function plainAddress(url: string): string {
  const rest = url.slice(url.indexOf('//') + 2).split('?', 1)[0] ?? '';
  return rest.slice(rest.lastIndexOf('@') + 1);
}
