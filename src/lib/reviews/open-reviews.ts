import { fetchReviews, liveReviews } from '#lib/reviews/live-reviews.ts';
import styles from '#lib/reviews/ui/reviews.css?url';

/** Puts the whole list, with its form, where the product page told of the newest. */
export async function openReviews(tab: HTMLElement): Promise<void> {
  const [section] = await Promise.all([fetchReviews(tab.dataset.reviewsTab ?? ''), loadStyles()]);
  if (!section) return;
  tab.replaceWith(section);
  liveReviews(section);
  if (new URLSearchParams(location.search).has('editreview')) section.querySelector('#write')?.scrollIntoView();
}

/** They would be inlined in every product page if they were imported plainly. */
function loadStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  return new Promise((loaded) => {
    link.onload = link.onerror = () => loaded();
    document.head.append(link);
  });
}
