import { loginHref, mentionsLogin } from '#lib/customers/auth/mentions-login.ts';

const DISPLAY_MS = 5_000;
/** The display time of a toast with a link, long enough to reach the link. */
const DISPLAY_WITH_LINK_MS = 15_000;
const OVER_DIALOG_CLASSES = ['fixed', 'inset-x-4', 'bottom-4', 'z-50', 'mx-auto'];

/** Shows a message for a few seconds. If the message requires a login, adds a link to the login. */
export function toast(message: string, kind: 'done' | 'failed' = 'done'): void {
  const container = document.querySelector('#toasts');
  if (!container) return;
  const element = document.createElement('p');
  element.className = `pointer-events-auto max-w-md px-4 py-3 text-white ${kind === 'failed' ? 'bg-madder' : 'bg-ink'}`;
  element.textContent = message;
  const needsLogin = kind === 'failed' && mentionsLogin(message);
  if (needsLogin) element.append(' ', createLoginLink());
  const removal = new AbortController();
  setTimeout(
    () => {
      removal.abort();
      element.remove();
    },
    needsLogin ? DISPLAY_WITH_LINK_MS : DISPLAY_MS,
  );
  // A modal dialog covers the page, so the toast is added to the dialog, and moves to the page when the dialog closes.
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
  const topmostDialog = dialogs[dialogs.length - 1];
  if (!topmostDialog?.matches(':modal')) {
    container.append(element);
    return;
  }
  element.classList.add(...OVER_DIALOG_CLASSES);
  element.setAttribute('role', 'status');
  topmostDialog.append(element);
  const moveToPage = () => {
    element.classList.remove(...OVER_DIALOG_CLASSES);
    container.append(element);
  };
  topmostDialog.addEventListener('close', moveToPage, { once: true, signal: removal.signal });
}

/** Returns a link that opens the login dialog, because of its attribute `data-open-login`. */
function createLoginLink(): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'text-link font-semibold';
  link.href = loginHref(location.pathname + location.search);
  link.dataset.openLogin = '';
  link.textContent = 'Log in';
  return link;
}
