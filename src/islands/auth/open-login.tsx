import identityStyles from '#islands/auth/identity.css?url';
import { LoginForm } from '#islands/auth/LoginForm.tsx';
import { redirectAfterLogin } from '#islands/auth/login.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { LOGGED_IN, LOGIN_CLOSED } from '#islands/visitor/send-logged-in.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';

const SENT_AFTER_LOGIN = 'You have been logged out. What you wrote is kept and will be sent after you log in.';

interface Options {
  lead?: string | undefined;
  /** The page to open after login or registration; the current page by default. */
  next?: string | undefined;
  /** Called after the login, instead of opening `next`. */
  onDone?: (() => void) | undefined;
  /** Called when the dialog is closed without a login. */
  onCancel?: (() => void) | undefined;
}

/**
 * Opens the login dialog instead of the login page that the trigger links to. If the trigger is not a link, there is no
 * redirect: the event `LOGGED_IN` is dispatched on the trigger after the login, or the event `LOGIN_CLOSED` if the
 * dialog is closed without a login.
 */
export function openLoginFor(trigger: HTMLElement): Promise<void> {
  const isLink = trigger instanceof HTMLAnchorElement;
  const next = isLink ? safeRedirectPath(new URL(trigger.href).searchParams.get('next')) : undefined;
  const dispatch = (name: string) => () => void trigger.dispatchEvent(new Event(name));
  trigger.focus({ preventScroll: true });
  return openLogin(
    isLink ? { next } : { lead: SENT_AFTER_LOGIN, onDone: dispatch(LOGGED_IN), onCancel: dispatch(LOGIN_CLOSED) },
  );
}

/** Opens the login dialog over the current page (product.md, "Login"). */
export async function openLogin({ next, ...options }: Options = {}): Promise<void> {
  await loadStyles(identityStyles);
  const currentPath = location.pathname + location.search;
  const render = (close: () => void) => <LoginDialog {...options} next={next ?? currentPath} onClose={close} />;
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
        resumesLogin
        onLoggedIn={(response) => {
          onClose();
          if (onDone) onDone();
          else redirectAfterLogin(response);
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
