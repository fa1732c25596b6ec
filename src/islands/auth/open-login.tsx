import identityStyles from '#islands/auth/identity.css?url';
import { LoginForm } from '#islands/auth/LoginForm.tsx';
import { goOnAfterLogin } from '#islands/auth/login.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { safeRedirectPath } from '#lib/platform/http/safe-redirect-path.ts';

interface Options {
  /** Where login and registration lead to; else to this page. */
  next?: string | undefined;
  /** Instead of going to `next`. */
  onDone?: (() => void) | undefined;
}

/** Instead of following a link to the login page. */
export function openLoginOf(trigger: HTMLElement): Promise<void> {
  const next =
    trigger instanceof HTMLAnchorElement ? safeRedirectPath(new URL(trigger.href).searchParams.get('next')) : undefined;
  trigger.focus({ preventScroll: true });
  return openLogin({ next });
}

/** The login over any page (product.md, "Login"). */
export async function openLogin({ next, onDone }: Options = {}): Promise<void> {
  await loadStyles(identityStyles);
  const here = location.pathname + location.search;
  mountDialog((close) => <LoginDialog next={next ?? here} onDone={onDone} onClose={close} />, { name: 'login' });
}

function LoginDialog({ next, onDone, onClose }: Options & { next: string; onClose: () => void }) {
  return (
    <Dialog heading="Login" className="id-dialog" onClose={onClose}>
      <LoginForm
        next={next}
        recalls
        onLoggedIn={(answer) => {
          onClose();
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
    </Dialog>
  );
}
