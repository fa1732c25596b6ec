import { createRoot } from 'react-dom/client';
import { LoginForm } from '#islands/identity/LoginForm.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';

interface Options {
  /** What goes on after the login, such as adding to the wishlist; else the page is loaded anew for its customer. */
  onDone?: () => void;
}

/** Opens the login over any page (specification, section 2); whoever closes it goes on as before. */
export function openLogin({ onDone }: Options = {}): void {
  if (document.querySelector('[data-login]')) return;
  const place = document.createElement('div');
  place.dataset.login = '';
  document.body.append(place);
  const root = createRoot(place);
  const next = location.pathname + location.search;

  function close(): void {
    root.unmount();
    place.remove();
  }

  root.render(
    <Dialog heading="Login" className="id-dialog" onClose={close}>
      <LoginForm
        next={next}
        onLoggedIn={() => {
          close();
          if (onDone) onDone();
          else location.reload();
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
