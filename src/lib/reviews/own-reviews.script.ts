/** On the account's page a review is deleted after the modal has asked. */
import { goWithNotice } from '#lib/http/leave-notice.client.ts';
import { loadOnTouch } from '#lib/ui/load-on-touch.ts';

loadOnTouch('[data-own-reviews] [data-deletes-review]', async () => {
  const { askAndDelete } = await import('#lib/reviews/live-reviews.ts');
  return (link) => askAndDelete(link.dataset.deletesReview ?? '', (said) => goWithNotice(location.pathname, said));
});
