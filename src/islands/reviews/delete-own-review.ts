import { confirmAndDelete } from '#islands/reviews/live-reviews.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';

export function deleteOwnReview(link: HTMLElement): void {
  void confirmAndDelete(link.dataset.ownReview ?? '', (message) => redirectWithMessage(location.pathname, message));
}
