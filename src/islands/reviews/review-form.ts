import { sendReview } from '#islands/reviews/reviews.client.ts';
import { toast } from '#islands/ui/toast.ts';
import type { ReviewJson } from '#lib/customers/reviews/reviews.ts';

/** Sends the form without leaving the page; `sent` receives the id and text of the review. */
export function startForm(form: HTMLFormElement, sent: (id: string, summary: string) => void): void {
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(form, sent);
  });
}

async function send(form: HTMLFormElement, sent: (id: string, summary: string) => void): Promise<void> {
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  form.ariaBusy = 'true';
  const response = await sendReview({ product: '', ...fields }, productName());
  form.ariaBusy = null;
  const isDone = response.status === 'success' && response.data !== null;
  const isDraftSafe = isDone || response.isQueued;
  const problem = form.querySelector('.review-form-problem');
  if (problem) problem.textContent = isDraftSafe ? '' : response.message;
  if (isDraftSafe) {
    toast(response.message);
    sessionStorage.removeItem(draftKey(form));
  }
  if (response.isQueued) return;
  if (isDone && response.data) {
    return sent(response.data._id, String(fields.summary).trim());
  }
  const [wrong] = Object.keys(response.fields ?? {});
  if (wrong) form.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
}

/** On the page of the reviews it is a link to the product. */
function productName(): string {
  return document.querySelector('.reviews-page > p a, main h1')?.textContent.trim() ?? '';
}

/** With the customer's own review, unless something is typed. */
export function fillForm(
  form: HTMLFormElement,
  { rating, summary, fit }: Pick<ReviewJson, 'rating' | 'summary' | 'fit'>,
) {
  const text = form.querySelector('textarea');
  if (!text || !isEmpty(form)) return;
  text.value = summary;
  tick(form, 'rating', String(rating));
  if (fit) tick(form, 'fit', fit);
  const button = form.querySelector('button');
  if (button) button.textContent = 'Save review';
}

function isEmpty(form: HTMLFormElement): boolean {
  return form.querySelector('textarea')?.value === '' && !form.querySelector('[name="rating"]:checked');
}

/** The input survives the login. */
export function saveDraft(form: HTMLFormElement): void {
  sessionStorage.setItem(draftKey(form), JSON.stringify([...new FormData(form)]));
}

/** Unless something newer was typed before this script was loaded. */
export function restoreDraft(form: HTMLFormElement): void {
  if (!isEmpty(form)) {
    saveDraft(form);
    return;
  }
  const draft = JSON.parse(sessionStorage.getItem(draftKey(form)) ?? '[]') as [string, string][];
  for (const [name, value] of draft) {
    const text = form.querySelector('textarea');
    if (name === 'summary' && text) text.value = value;
    else if (name !== 'product') tick(form, name, value);
  }
}

function draftKey(form: HTMLFormElement): string {
  return `review:${form.querySelector<HTMLInputElement>('[name="product"]')?.value}`;
}

function tick(form: HTMLFormElement, name: string, value: string): void {
  const button = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  if (button) button.checked = true;
}
