/** Returns the name of a cookie, with `__Host-` if it is secure, so that no other host of the domain can set it. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
