import identityStyles from '#islands/auth/identity.css?url';
import { LoginForm } from '#islands/auth/LoginForm.tsx';
import { goOnAfterLogin } from '#islands/auth/login.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { LOGGED_IN, LOGIN_CLOSED } from '#islands/visitor/send-logged-in.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';

const SENT_AFTER_LOGIN = 'You have been logged out. What you wrote is kept, and is sent after the login.';

interface Options {
  lead?: string | undefined;
  /** Where login and registration lead; by default to this page. */
  next?: string | undefined;
  /** Instead of going to `next`. */
  onDone?: (() => void) | undefined;
  /** When the dialog is closed without a login. */
  onCancel?: (() => void) | undefined;
}

/**
 * Opens the login dialog instead of the linked login page. A trigger that is not a link gets an event, and the page
 * stays.
 */
export function openLoginOf(trigger: HTMLElement): Promise<void> {
  const isLink = trigger instanceof HTMLAnchorElement;
  const next = isLink ? safeRedirectPath(new URL(trigger.href).searchParams.get('next')) : undefined;
  const send = (name: string) => () => void trigger.dispatchEvent(new Event(name));
  trigger.focus({ preventScroll: true });
  return openLogin(
    isLink ? { next } : { lead: SENT_AFTER_LOGIN, onDone: send(LOGGED_IN), onCancel: send(LOGIN_CLOSED) },
  );
}

/** The login over any page (product.md, "Login"). */
export async function openLogin({ next, ...options }: Options = {}): Promise<void> {
  await loadStyles(identityStyles);
  const here = location.pathname + location.search;
  const render = (close: () => void) => <LoginDialog {...options} next={next ?? here} onClose={close} />;
  mountDialog(render, { name: 'login' });
}

function LoginDialog({ next, lead, onDone, onCancel, onClose }: Options & { next: string; onClose: () => void }) {
  function cancel(): void {
    onClose();
    onCancel?.();
  }

  return (
    <Dialog heading="Login" className="id-dialog" onClose={cancel}>
      {lead && <p className="id-lead">{lead}</p>}
      <LoginForm
        next={next}
        recalls
        onLoggedIn={(response) => {
          onClose();
          if (onDone) onDone();
          else goOnAfterLogin(response);
        }}
      />
      <p className="id-after">
        New here?{' '}
        <a className="text-link" href={`/register?next=${encodeURIComponent(next)}`}>
          Register
        </a>
      </p>
    </Dialog>
  );
}
