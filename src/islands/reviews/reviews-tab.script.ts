const tab = document.querySelector<HTMLElement>('[data-reviews-tab]');

function openWhenShown(): void {
  // With this fragment the tab will be shown, even if the browser has not applied `:target` yet.
  const isShown = tab?.offsetParent || location.hash === '#reviews';
  if (!tab || !isShown) return;
  removeEventListener('hashchange', openWhenShown);
  // If the code can't be loaded, the tab continues to show the newest reviews and the link to all reviews.
  void import('#islands/reviews/open-reviews.ts').then(({ openReviews }) => openReviews(tab)).catch(() => undefined);
}

addEventListener('hashchange', openWhenShown);
openWhenShown();
