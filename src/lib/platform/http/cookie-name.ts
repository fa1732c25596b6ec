/** Under https every cookie is this host's alone, by its name: no other host of the domain can plant or read it. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
