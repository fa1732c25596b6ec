import { saveDraft } from '#islands/reviews/review-draft.ts';
import { enhanceForm, fillForm, restoreDraft } from '#islands/reviews/review-form.ts';
import { loadOwnReview, removeReview } from '#islands/reviews/reviews.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { $visitor } from '#islands/visitor/visitor.client.ts';
import { REVIEW_DELETE_FAILED, type ReviewJson } from '#lib/customers/reviews/reviews.ts';

/** The delay before a repeated fetch: a change may be visible in all server processes only after a second. */
const RETRY_MS = 300;
const MAX_ATTEMPTS = 8;
const WRITE_HASH = '#write';

/** Handles the form, the links and the customer's review in a section of reviews, which is replaced after a change. */
export function startReviews(section: HTMLElement): void {
  const { reviews: slug = '', product: productId = '' } = section.dataset;
  const path = `/products/${slug}/reviews`;
  const form = section.querySelector<HTMLFormElement>('[data-review-form]');
  if (form) {
    restoreDraft(form);
    form.addEventListener('input', () => saveDraft(form));
    enhanceForm(form, (id, summary) =>
      refetch(section, path, (newSection) => reviewText(newSection, id) === summary, findReview(id)),
    );
  }
  const unsubscribe = $visitor.subscribe(({ customer }) => {
    // During the first call, `unsubscribe` has no value yet.
    if (!section.isConnected) return void queueMicrotask(() => unsubscribe());
    for (const line of section.querySelectorAll<HTMLElement>('[data-when-logged-out]')) line.hidden = customer !== null;
    if (customer) void loadOwnReview(productId).then((ownReview) => ownReview && showOwnReview(section, ownReview));
  });
  section.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const id = link.dataset.deletesReview;
    if (link.hash === WRITE_HASH) {
      // The link would change the fragment of the URL, which closes the tab of a product page.
      event.preventDefault();
      return form?.querySelector('textarea')?.focus();
    }
    if (!id && !link.closest('.reviews-sort, [data-pages]')) return;
    event.preventDefault();
    if (id)
      void confirmAndDelete(id, () => refetch(section, path, (newSection) => reviewText(newSection, id) === undefined));
    else void refetch(section, link.href, () => true, findSameLink(link));
  });
}

export async function confirmAndDelete(id: string, onDeleted: (message: string) => void): Promise<void> {
  const { confirmDeletion } = await import('#islands/reviews/confirm-deletion.tsx');
  if (!(await confirmDeletion())) return;
  const { status, message } = await removeReview(id);
  if (status !== 'success') return toast(REVIEW_DELETE_FAILED, 'failed');
  toast(message);
  onDeleted(message);
}

function showOwnReview(section: HTMLElement, ownReview: ReviewJson): void {
  const form = section.querySelector<HTMLFormElement>('[data-review-form]');
  if (form) fillForm(form, ownReview);
  const heading = section.querySelector('[data-review-heading]');
  if (heading) heading.textContent = 'Edit your review';
  if (section.querySelector('.review-actions')) return;
  const actions = document.createElement('p');
  actions.className = 'review-actions';
  actions.append(
    createActionLink('Edit', WRITE_HASH),
    createActionLink('Delete', `/account/reviews/delete?review=${encodeURIComponent(ownReview._id)}`, ownReview._id),
  );
  const review = section.querySelector(`[data-review="${CSS.escape(ownReview._id)}"]`);
  (review ?? section.querySelector('.reviews-write'))?.append(actions);
}

function createActionLink(label: string, href: string, deletedReviewId?: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'text-link';
  link.href = href;
  link.textContent = label;
  if (deletedReviewId) link.dataset.deletesReview = deletedReviewId;
  return link;
}

function reviewText(section: HTMLElement, id: string): string | undefined {
  return section.querySelector(`[data-review="${CSS.escape(id)}"] .review-text`)?.textContent ?? undefined;
}

type FindFocusTarget = (newSection: HTMLElement) => HTMLElement | null;
const findReview =
  (id: string): FindFocusTarget =>
  (newSection) =>
    newSection.querySelector<HTMLElement>(`[data-review="${CSS.escape(id)}"]`);
const findSameLink =
  ({ textContent }: HTMLAnchorElement): FindFocusTarget =>
  (newSection) =>
    [...newSection.querySelectorAll('a')].find((link) => link.textContent === textContent) ?? null;

async function refetch(
  section: HTMLElement,
  path: string,
  isUpToDate: (newSection: HTMLElement) => boolean,
  findFocusTarget: FindFocusTarget = () => null,
): Promise<void> {
  section.setAttribute('aria-busy', 'true');
  for (let attempt = 1; ; attempt++) {
    const newSection = await fetchReviews(path);
    if (newSection && (isUpToDate(newSection) || attempt === MAX_ATTEMPTS)) {
      section.replaceWith(newSection);
      startReviews(newSection);
      return moveFocus(findFocusTarget(newSection) ?? newSection);
    }
    if (attempt === MAX_ATTEMPTS) return location.assign(path);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function moveFocus(target: HTMLElement): void {
  if (!(target instanceof HTMLAnchorElement)) target.tabIndex = -1;
  target.focus();
}

/** Returns the section of reviews on a page, or `undefined` if the request fails or the page has no such section. */
export async function fetchReviews(path: string): Promise<HTMLElement | undefined> {
  try {
    const response = await fetch(path, { headers: { accept: 'text/html' } });
    const html = await response.text();
    // This page's Content-Security-Policy blocks the styles in the head of the other page.
    const page = new DOMParser().parseFromString(html.slice(html.indexOf('<main')), 'text/html');
    return page.querySelector<HTMLElement>('[data-reviews]') ?? undefined;
  } catch {
    // The caller retries, or opens the page itself.
    return undefined;
  }
}
