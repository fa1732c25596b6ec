const tab = document.querySelector<HTMLElement>('[data-reviews-tab]');

function openWhenShown(): void {
  // The browser has not scrolled to the target of the address yet.
  const isShown = tab?.offsetParent || location.hash === '#reviews';
  if (!tab || !isShown) return;
  removeEventListener('hashchange', openWhenShown);
  // If the code can't be loaded, the newest reviews and the link to all stay.
  void import('#islands/reviews/open-reviews.ts').then(({ openReviews }) => openReviews(tab)).catch(() => undefined);
}

addEventListener('hashchange', openWhenShown);
openWhenShown();
