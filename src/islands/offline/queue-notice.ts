import styles from '#islands/offline/queue.css?inline';
import type { QueueMessage } from '#islands/offline/queue-store.ts';
import { actionText, type WaitingAction } from '#islands/offline/waiting-actions.ts';

interface Controls {
  customer: string;
  discard(id: number): void;
  retry(id: number): void;
  dismiss(id: number): void;
}

const BEFORE_LOGIN = 'From before you logged in. This action is sent only if you press Send.';
const NO_RESPONSE_YET =
  'Sent, but there is no response yet. The shop does the action only once, even if it is sent again.';

let notice: HTMLElement | undefined;
/** The number of messages and actions that need the shopper's attention. */
let unreadCount = 0;
let sheet: CSSStyleSheet | undefined;

/**
 * Shows a line with the number of waiting actions above the page, which expands to a list of the actions and messages.
 * Removes the line if there are none.
 */
export function showQueue(
  actions: readonly WaitingAction[],
  messages: readonly QueueMessage[],
  controls: Controls,
): void {
  const hasFocus = notice?.contains(document.activeElement);
  if (actions.length + messages.length === 0) {
    if (hasFocus) document.querySelector('main')?.focus();
    notice?.remove();
    notice = undefined;
    unreadCount = 0;
    return;
  }
  const waitingCount = actions.filter((action) => !stateOf(action, controls.customer).canRetry).length;
  const previousNotice = notice;
  const details = createElement('details');
  const previousUnreadCount = unreadCount;
  unreadCount = messages.length + actions.length - waitingCount;
  details.open = unreadCount > previousUnreadCount || previousNotice?.querySelector('details')?.open === true;
  const summary = createElement('summary', summaryText(waitingCount), createElement('span', 'List'));
  const list = createElement('ul');
  list.append(
    ...messages.map(({ id, text }) => createItem([text], [createButton('OK', text, () => controls.dismiss(id))])),
    ...actions.map((action) => createActionItem(action, controls)),
  );
  details.append(summary, list);
  notice = createElement('aside', details);
  notice.className = 'queue';
  notice.setAttribute('aria-label', 'Waiting for the network');
  adoptStyles();
  if (previousNotice) previousNotice.replaceWith(notice);
  else document.querySelector('main')?.before(notice);
  // The pressed button no longer exists.
  if (hasFocus) summary.focus();
}

function summaryText(waitingCount: number): string {
  if (waitingCount === 0) return 'Please check the actions that waited for the network';
  return waitingCount === 1 ? '1 action waits for the network' : `${waitingCount} actions wait for the network`;
}

function createActionItem(waitingAction: WaitingAction, { customer, discard, retry }: Controls): HTMLElement {
  const { text, canRetry } = stateOf(waitingAction, customer);
  const description = actionText(waitingAction.action);
  return createItem(
    [description, text],
    [
      ...(canRetry ? [createButton('Send', description, () => retry(waitingAction.id))] : []),
      createButton('Discard', description, () => discard(waitingAction.id)),
    ],
  );
}

function stateOf(
  { customer: actionCustomer, refusal, sentAt }: WaitingAction,
  customer: string,
): { text: string; canRetry: boolean } {
  if (actionCustomer !== customer) return { text: BEFORE_LOGIN, canRetry: true };
  if (refusal !== undefined) return { text: `Not done: ${refusal}`, canRetry: true };
  return { text: sentAt === undefined ? '' : NO_RESPONSE_YET, canRetry: false };
}

function createItem(texts: readonly string[], buttons: readonly HTMLElement[]): HTMLElement {
  const lines = texts.filter(Boolean).map((text) => createElement('p', text));
  return createElement('li', createElement('div', ...lines), createElement('div', ...buttons));
}

function createButton(label: string, subject: string, onClick: () => void): HTMLElement {
  const button = createElement('button', label);
  button.type = 'button';
  button.setAttribute('aria-label', `${label}: ${subject}`);
  button.addEventListener('click', onClick);
  return button;
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const newElement = document.createElement(name);
  newElement.append(...content);
  return newElement;
}

/** Adds the styles when they are first needed. A plain import would add them to every page. */
function adoptStyles(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
