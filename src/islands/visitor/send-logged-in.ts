import { $visitor } from '#islands/visitor/visitor.client.ts';

const UNAUTHORIZED = 401;
const OTHER_ACCOUNT = 'You are logged in to another account now. Nothing was sent. Please reload this page.';
/** The event that `open-login.tsx` dispatches on the trigger after a login. */
export const LOGGED_IN = 'loggedin';
/** The event that `open-login.tsx` dispatches on the trigger if the dialog is closed without a login. */
export const LOGIN_CLOSED = 'loginclosed';

interface ResponseWithStatus {
  httpStatus: number;
  message: string;
}

/** Sends a request. If the session has ended, sends the request again after a login (product.md, "Sessions"). */
export async function sendLoggedIn<T extends ResponseWithStatus>(send: () => Promise<T>): Promise<T> {
  const wasLoggedIn = Boolean(pageCustomerId() ?? $visitor.get().customer);
  const response = await send();
  // The caller handles the 401 of a visitor who was not logged in.
  if (response.httpStatus !== UNAUTHORIZED || !wasLoggedIn || !(await openLogin())) return response;
  return isSameCustomer() ? send() : { ...response, message: OTHER_ACCOUNT };
}

/**
 * Opens the login with a trigger that `shop.script.ts` handles. Returns whether the visitor has logged in. If this file
 * imported the dialog, the build would add the dialog's styles to every page with a form, because forms are also
 * rendered on the server.
 */
function openLogin(): Promise<boolean> {
  const form = Object.assign(document.createElement('form'), { hidden: true });
  const trigger = document.createElement('button');
  trigger.dataset.openLogin = '';
  form.append(trigger);
  document.body.append(form);
  return new Promise<boolean>((resolve) => {
    trigger.addEventListener(LOGGED_IN, () => resolve(true));
    trigger.addEventListener(LOGIN_CLOSED, () => resolve(false));
    // The form is submitted if the dialog can't be loaded.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(false);
    });
    trigger.click();
  }).finally(() => form.remove());
}

/**
 * Returns whether the page belongs to the customer who is logged in now, or to no customer. Input for one account must
 * not be saved in another account.
 */
function isSameCustomer(): boolean {
  const customerId = pageCustomerId();
  return customerId === undefined || customerId === $visitor.get().customer?._id;
}

function pageCustomerId(): string | undefined {
  return document.querySelector<HTMLElement>('[data-customer]')?.dataset.customer;
}
