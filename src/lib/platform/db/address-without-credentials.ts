/** A database's address for messages and logs, without user, password and options. */
export function addressWithoutCredentials(url: string): string {
  const rest = url.slice(url.indexOf('//') + 2).split('?', 1)[0] ?? '';
  return rest.slice(rest.lastIndexOf('@') + 1);
}
