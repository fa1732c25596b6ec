const SHOWN_MS = 5_000;

/** Says something at the foot of the page, to eyes and screen readers, for a few seconds. */
export function toast(message: string, kind: 'done' | 'failed' = 'done'): void {
  const place = document.querySelector('#toasts');
  if (!place) return;
  const line = document.createElement('p');
  line.className = `pointer-events-auto max-w-md px-4 py-3 text-white ${kind === 'failed' ? 'bg-madder' : 'bg-ink'}`;
  line.textContent = message;
  // A modal dialog covers everything below it, so the words go into the topmost one.
  const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
  const topmost = dialogs[dialogs.length - 1];
  if (topmost?.matches(':modal')) {
    line.classList.add('fixed', 'inset-x-4', 'bottom-4', 'z-50', 'mx-auto');
    line.setAttribute('role', 'status');
    topmost.append(line);
  } else place.append(line);
  setTimeout(() => line.remove(), SHOWN_MS);
}
