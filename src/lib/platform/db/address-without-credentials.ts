/** Returns the host, port and name in a database's URL, for messages and logs: no user, password or options. */
export function addressWithoutCredentials(url: string): string {
  const address = url.slice(url.indexOf('//') + 2).split('?', 1)[0] ?? '';
  return address.slice(address.lastIndexOf('@') + 1);
}
