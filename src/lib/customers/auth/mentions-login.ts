/** Returns whether a message contains "log in" or "login". Such a message is shown with a login link. */
export function mentionsLogin(message: string): boolean {
  return /\blog ?in\b/i.test(message);
}

export function loginHref(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
