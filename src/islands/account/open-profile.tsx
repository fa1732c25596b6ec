import { createRoot } from 'react-dom/client';
import { ProfileMenu } from '#islands/account/ProfileMenu.tsx';
import menuStyles from '#islands/account/profile-menu.css?url';
import { logOut } from '#islands/auth/login.client.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { toast } from '#islands/ui/toast.ts';
import { $visitor } from '#islands/visitor/visitor.client.ts';

/** Opens the profile dropdown under its control; for a visitor the control is a link to the account's door. */
export async function openProfile(trigger: HTMLElement): Promise<void> {
  const { customer } = $visitor.get();
  if (!customer) {
    location.assign((trigger as HTMLAnchorElement).href);
    return;
  }
  if (document.querySelector('[data-profile-menu]')) return;
  const place = document.createElement('div');
  place.dataset.profileMenu = '';
  trigger.after(place);
  await loadStyles(menuStyles);
  const root = createRoot(place);

  function close(): void {
    root.unmount();
    place.remove();
    trigger.focus({ preventScroll: true });
  }

  async function leave(): Promise<void> {
    const answer = await logOut();
    if (answer.status === 'error') return toast(answer.message, 'failed');
    location.assign('/');
  }

  root.render(<ProfileMenu customer={customer} under={trigger} onLogout={() => void leave()} onClose={close} />);
}
