/** The tab of the product page fetches all reviews when it opens: by a click, by the address, or by `editreview`. */
const tab = document.querySelector<HTMLElement>('[data-reviews-tab]');

function openWhenShown(): void {
  // The address tells before the browser has made its fragment the target.
  const isShown = tab?.offsetParent || location.hash === '#reviews';
  if (!tab || !isShown) return;
  removeEventListener('hashchange', openWhenShown);
  // Without the code the newest reviews stay, and the link to all.
  void import('#islands/reviews/open-reviews.ts').then(({ openReviews }) => openReviews(tab)).catch(() => undefined);
}

addEventListener('hashchange', openWhenShown);
openWhenShown();
