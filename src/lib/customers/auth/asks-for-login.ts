/** Whether a message tells its reader to log in; it is then shown with the way there. */
export function requiresLogin(message: string): boolean {
  return /\blog ?in\b/i.test(message);
}

export function loginHref(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
