/** Whether a message asks for a login; it is then shown with a login link. */
export function requiresLogin(message: string): boolean {
  return /\blog ?in\b/i.test(message);
}

export function loginHref(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
