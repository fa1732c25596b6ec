import { clearDraft, readDraft, saveDraft } from '#islands/reviews/review-draft.ts';
import { sendReview } from '#islands/reviews/reviews.client.ts';
import { toast } from '#islands/ui/toast.ts';
import type { ReviewJson } from '#lib/customers/reviews/reviews.ts';

/** Sends the form without leaving the page. `onSent` receives the id and text of the review, unless it is queued. */
export function enhanceForm(form: HTMLFormElement, onSent: (id: string, summary: string) => void): void {
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(form, onSent);
  });
}

async function send(form: HTMLFormElement, onSent: (id: string, summary: string) => void): Promise<void> {
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  form.ariaBusy = 'true';
  const response = await sendReview({ product: '', ...fields }, productName());
  form.ariaBusy = null;
  const isDone = response.status === 'success' && response.data !== null;
  const isAccepted = isDone || response.isQueued;
  const problemElement = form.querySelector('.review-form-problem');
  if (problemElement) problemElement.textContent = isAccepted ? '' : response.message;
  if (isAccepted) {
    toast(response.message);
    clearDraft(form);
  }
  if (response.isQueued) return;
  if (isDone && response.data) {
    return onSent(response.data._id, String(fields.summary).trim());
  }
  const [firstInvalidName] = Object.keys(response.fields ?? {});
  if (firstInvalidName) form.querySelector<HTMLElement>(`[name="${CSS.escape(firstInvalidName)}"]`)?.focus();
}

/** Returns the product's name, which is a link on the reviews page and the heading on the product page. */
function productName(): string {
  return document.querySelector('.reviews-page > p a, main h1')?.textContent.trim() ?? '';
}

/** Fills in the customer's own review, unless the form has input. The button then says that it saves the review. */
export function fillForm(
  form: HTMLFormElement,
  { rating, summary, fit }: Pick<ReviewJson, 'rating' | 'summary' | 'fit'>,
) {
  const textArea = form.querySelector('textarea');
  if (!textArea || !isEmpty(form)) return;
  textArea.value = summary;
  selectRadio(form, 'rating', String(rating));
  if (fit) selectRadio(form, 'fit', fit);
  const button = form.querySelector('button');
  if (button) button.textContent = 'Save review';
}

function isEmpty(form: HTMLFormElement): boolean {
  return form.querySelector('textarea')?.value === '' && !form.querySelector('[name="rating"]:checked');
}

/** Restores the saved input, or saves newer input from before this script was loaded. */
export function restoreDraft(form: HTMLFormElement): void {
  if (!isEmpty(form)) {
    saveDraft(form);
    return;
  }
  for (const [name, value] of readDraft(form)) {
    const textArea = form.querySelector('textarea');
    if (name === 'summary' && textArea) textArea.value = value;
    else if (name !== 'product') selectRadio(form, name, value);
  }
}

function selectRadio(form: HTMLFormElement, name: string, value: string): void {
  const radio = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  if (radio) radio.checked = true;
}
