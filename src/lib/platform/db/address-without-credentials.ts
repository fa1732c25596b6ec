/** Returns a database's address for messages and logs, without user, password and options. */
export function addressWithoutCredentials(url: string): string {
  const address = url.slice(url.indexOf('//') + 2).split('?', 1)[0] ?? '';
  return address.slice(address.lastIndexOf('@') + 1);
}
