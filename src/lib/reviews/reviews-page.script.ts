const section = document.querySelector<HTMLElement>('[data-reviews]');
if (section) void import('#lib/reviews/live-reviews.ts').then(({ liveReviews }) => liveReviews(section));
