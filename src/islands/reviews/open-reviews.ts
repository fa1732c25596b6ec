import { fetchReviews, liveReviews } from '#islands/reviews/live-reviews.ts';
import styles from '#islands/reviews/reviews.css?inline';

export async function openReviews(tab: HTMLElement): Promise<void> {
  const section = await fetchReviews(tab.dataset.reviewsTab ?? '');
  if (!section) return;
  adoptStyles();
  tab.replaceWith(section);
  liveReviews(section);
  if (new URLSearchParams(location.search).has('editreview')) section.querySelector('#write')?.scrollIntoView();
}

/** A plain import would put them into every product page. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
