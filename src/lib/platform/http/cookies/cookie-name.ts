/** Adds `__Host-` to the name of a secure cookie, so that no other host of the domain can set or read it. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
