import { $visitor } from '#islands/visitor/visitor.client.ts';

const UNAUTHORIZED = 401;
const OTHER_ACCOUNT = 'You are logged in to another account now. Nothing was sent. Please reload this page.';
export const LOGGED_IN = 'loggedin';
export const LOGIN_CLOSED = 'loginclosed';

interface Answer {
  httpStatus: number;
  message: string;
}

/** Sends again after a login, if the session has ended since the page was rendered (product.md, "Sessions"). */
export async function sendLoggedIn<T extends Answer>(send: () => Promise<T>): Promise<T> {
  const wasLoggedIn = Boolean(pagesCustomer() ?? $visitor.get().customer);
  const response = await send();
  // A visitor who never logged in gets the form's own message.
  if (response.httpStatus !== UNAUTHORIZED || !wasLoggedIn || !(await logIn())) return response;
  return isPagesCustomer() ? send() : { ...response, message: OTHER_ACCOUNT };
}

/**
 * By a trigger, as `shop.script.ts` opens every dialog: forms are also rendered on the server, and with an import of
 * the dialog the build would add its styles.
 */
function logIn(): Promise<boolean> {
  const form = Object.assign(document.createElement('form'), { hidden: true });
  const trigger = document.createElement('button');
  trigger.dataset.openLogin = '';
  form.append(trigger);
  document.body.append(form);
  return new Promise<boolean>((resolve) => {
    trigger.addEventListener(LOGGED_IN, () => resolve(true));
    trigger.addEventListener(LOGIN_CLOSED, () => resolve(false));
    // If the dialog can't be loaded.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(false);
    });
    trigger.click();
  }).finally(() => form.remove());
}

/** The input on a page of one account must not be saved in another. */
function isPagesCustomer(): boolean {
  const renderedFor = pagesCustomer();
  return renderedFor === undefined || renderedFor === $visitor.get().customer?._id;
}

function pagesCustomer(): string | undefined {
  return document.querySelector<HTMLElement>('[data-customer]')?.dataset.customer;
}
