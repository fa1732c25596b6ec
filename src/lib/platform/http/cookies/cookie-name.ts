/** A `__Host-` cookie belongs to this host only: no other host of the domain can set or read it. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
