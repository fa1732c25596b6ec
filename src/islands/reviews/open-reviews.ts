import { fetchReviews, liveReviews } from '#islands/reviews/live-reviews.ts';
import styles from '#islands/reviews/reviews.css?inline';

/** Puts the whole list, with its form, where the product page told of the newest. */
export async function openReviews(tab: HTMLElement): Promise<void> {
  const section = await fetchReviews(tab.dataset.reviewsTab ?? '');
  if (!section) return;
  adoptStyles();
  tab.replaceWith(section);
  liveReviews(section);
  if (new URLSearchParams(location.search).has('editreview')) section.querySelector('#write')?.scrollIntoView();
}

/** They would be inlined in every product page if they were imported plainly. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
