import { loginHref, requiresLogin } from '#lib/customers/auth/requires-login.ts';

const DISPLAY_MS = 5_000;
/** The display time of a toast with a link, long enough to reach the link. */
const DISPLAY_WITH_LINK_MS = 15_000;
const OVER_DIALOG_CLASSES = ['fixed', 'inset-x-4', 'bottom-4', 'z-50', 'mx-auto'];

export function toast(message: string, kind: 'done' | 'failed' = 'done'): void {
  const toasts = document.querySelector('#toasts');
  if (!toasts) return;
  const line = document.createElement('p');
  line.className = `pointer-events-auto max-w-md px-4 py-3 text-white ${kind === 'failed' ? 'bg-madder' : 'bg-ink'}`;
  line.textContent = message;
  const needsLogin = kind === 'failed' && requiresLogin(message);
  if (needsLogin) line.append(' ', loginLink());
  const removal = new AbortController();
  setTimeout(
    () => {
      removal.abort();
      line.remove();
    },
    needsLogin ? DISPLAY_WITH_LINK_MS : DISPLAY_MS,
  );
  // A modal dialog covers the page, so the toast is added to the dialog, and moves to the page when the dialog closes.
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
  const topmostDialog = dialogs[dialogs.length - 1];
  if (!topmostDialog?.matches(':modal')) {
    toasts.append(line);
    return;
  }
  line.classList.add(...OVER_DIALOG_CLASSES);
  line.setAttribute('role', 'status');
  topmostDialog.append(line);
  const moveToPage = () => {
    line.classList.remove(...OVER_DIALOG_CLASSES);
    toasts.append(line);
  };
  topmostDialog.addEventListener('close', moveToPage, { once: true, signal: removal.signal });
}

/** Returns a link that opens the login dialog, because of its attribute `data-open-login`. */
function loginLink(): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'text-link font-semibold';
  link.href = loginHref(location.pathname + location.search);
  link.dataset.openLogin = '';
  link.textContent = 'Log in';
  return link;
}
