import { fetchReviews, startReviews } from '#islands/reviews/live-reviews.ts';
import styles from '#islands/reviews/reviews.css?inline';

export async function openReviews(tab: HTMLElement): Promise<void> {
  const section = await fetchReviews(tab.dataset.reviewsTab ?? '');
  if (!section) return;
  adoptStyles();
  tab.replaceWith(section);
  startReviews(section);
  if (new URLSearchParams(location.search).has('editreview')) section.querySelector('#write')?.scrollIntoView();
}

/** Adds the styles for reviews. A plain import would add the styles to every product page. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
