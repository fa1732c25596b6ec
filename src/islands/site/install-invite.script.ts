/**
 * https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent; only Chromium-based browsers have this event.
 */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const DECLINED_KEY = 'install-declined';
const invite = document.querySelector<HTMLElement>('[data-install-invite]');

addEventListener('beforeinstallprompt', (event) => {
  // Suppresses the browser's own prompt.
  event.preventDefault();
  if (invite && !hasDeclined()) showInvite(invite, event as BeforeInstallPromptEvent);
});
addEventListener('appinstalled', () => invite?.remove());

function showInvite(inviteElement: HTMLElement, event: BeforeInstallPromptEvent): void {
  inviteElement.querySelector('[data-install]')?.addEventListener('click', async () => {
    inviteElement.hidden = true;
    if ((await event.prompt()).outcome === 'dismissed') rememberDeclined();
  });
  inviteElement.querySelector('[data-decline]')?.addEventListener('click', () => {
    inviteElement.hidden = true;
    rememberDeclined();
  });
  inviteElement.hidden = false;
}

function hasDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED_KEY) !== null;
  } catch {
    // Storage is blocked, so the shop could not remember that the visitor has declined.
    return true;
  }
}

function rememberDeclined(): void {
  try {
    localStorage.setItem(DECLINED_KEY, '1');
  } catch {
    // Storage is full: the invitation is shown again on another page.
  }
}
