/** The tab of the product page fetches all reviews when it opens: by a click, by the address, or by `editreview`. */
const tab = document.querySelector<HTMLElement>('[data-reviews-tab]');

function openWhenShown(): void {
  if (!tab?.offsetParent) return;
  removeEventListener('hashchange', openWhenShown);
  void import('#lib/reviews/open-reviews.ts').then(({ openReviews }) => openReviews(tab)).catch(() => undefined);
}

addEventListener('hashchange', openWhenShown);
openWhenShown();
