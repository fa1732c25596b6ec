import { createRoot } from 'react-dom/client';
import identityStyles from '#islands/auth/identity.css?url';
import { LoginForm } from '#islands/auth/LoginForm.tsx';
import { goOnAfterLogin } from '#islands/auth/login.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { safeRedirectPath } from '#lib/platform/http/safe-redirect-path.ts';

interface Options {
  /** Where the registration, and the form without a script, lead back to; else to this page. */
  next?: string | undefined;
  /** What goes on after the login, such as adding to the wishlist; else the login leads to `next`. */
  onDone?: (() => void) | undefined;
}

/** In place of following a link to the login page: what that page would lead to is gone to afterwards. */
export function openLoginOf(trigger: HTMLElement): Promise<void> {
  const next =
    trigger instanceof HTMLAnchorElement ? safeRedirectPath(new URL(trigger.href).searchParams.get('next')) : undefined;
  trigger.focus({ preventScroll: true });
  return openLogin({ next });
}

/** Opens the login over any page (specification, section 2); whoever closes it goes on as before. */
export async function openLogin({ next = location.pathname + location.search, onDone }: Options = {}): Promise<void> {
  if (document.querySelector('[data-login]')) return;
  const place = document.createElement('div');
  place.dataset.login = '';
  document.body.append(place);
  await loadStyles(identityStyles);
  const root = createRoot(place);

  function close(): void {
    root.unmount();
    place.remove();
  }

  root.render(
    <Dialog heading="Login" className="id-dialog" onClose={close}>
      <LoginForm
        next={next}
        recalls
        onLoggedIn={(answer) => {
          close();
          if (onDone) onDone();
          else goOnAfterLogin(answer);
        }}
      />
      <p className="id-after">
        New here?{' '}
        <a className="text-link" href={`/register?next=${encodeURIComponent(next)}`}>
          Register
        </a>
      </p>
    </Dialog>,
  );
}
