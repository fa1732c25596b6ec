const section = document.querySelector<HTMLElement>('[data-reviews]');
if (section) void import('#islands/reviews/live-reviews.ts').then(({ startReviews }) => startReviews(section));
