import { ProfileMenu } from '#islands/account/ProfileMenu.tsx';
import menuStyles from '#islands/account/profile-menu.css?url';
import { logOut } from '#islands/auth/login.client.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { toast } from '#islands/ui/toast.ts';
import { $visitor } from '#islands/visitor/visitor.client.ts';

/** Opens the profile menu. For a visitor who is not logged in, opens the login page that the trigger links to. */
export async function openProfile(trigger: HTMLElement): Promise<void> {
  const { customer } = $visitor.get();
  if (!customer) {
    location.assign((trigger as HTMLAnchorElement).href);
    return;
  }
  await loadStyles(menuStyles);
  mountDialog(
    (close) => (
      <ProfileMenu
        customer={customer}
        anchor={trigger}
        onLogout={() => void logOutAndGoHome()}
        onClose={() => {
          close();
          trigger.focus({ preventScroll: true });
        }}
      />
    ),
    { name: 'profile', after: trigger },
  );
}

async function logOutAndGoHome(): Promise<void> {
  const response = await logOut();
  if (response.status === 'error') return toast(response.message, 'failed');
  location.assign('/');
}
