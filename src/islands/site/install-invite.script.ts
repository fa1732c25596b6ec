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
  if (invite && !hasDeclined()) offer(invite, event as BeforeInstallPromptEvent);
});
addEventListener('appinstalled', () => invite?.remove());

function offer(inviteElement: HTMLElement, event: BeforeInstallPromptEvent): void {
  inviteElement.querySelector('[data-install]')?.addEventListener('click', async () => {
    inviteElement.hidden = true;
    if ((await event.prompt()).outcome === 'dismissed') rememberRefusal();
  });
  inviteElement.querySelector('[data-decline]')?.addEventListener('click', () => {
    inviteElement.hidden = true;
    rememberRefusal();
  });
  inviteElement.hidden = false;
}

function hasDeclined(): boolean {
  try {
    return localStorage.getItem(DECLINED_KEY) !== null;
  } catch {
    // Storage is blocked, so a refusal could not be remembered.
    return true;
  }
}

function rememberRefusal(): void {
  try {
    localStorage.setItem(DECLINED_KEY, '1');
  } catch {
    // Storage is full: the invitation is shown again on another page.
  }
}
