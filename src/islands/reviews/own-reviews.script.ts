import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { loadOnTouch } from '#islands/waking/load-on-touch.ts';

loadOnTouch('[data-own-reviews] [data-deletes-review]', async () => {
  const { askAndDelete } = await import('#islands/reviews/live-reviews.ts');
  return (link) =>
    askAndDelete(link.dataset.deletesReview ?? '', (said) => redirectWithMessage(location.pathname, said));
});
