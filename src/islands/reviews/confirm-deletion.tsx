import { createRoot } from 'react-dom/client';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { CONFIRM_DELETION as MESSAGES } from '#lib/reviews/reviews.ts';

/** The review delete confirmation modal (specification, section 2). Resolves true for Delete. */
export function confirmDeletion(): Promise<boolean> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      root.unmount();
      place.remove();
      resolve(isSure);
    };
    root.render(
      <Dialog heading={MESSAGES.heading} onClose={() => answer(false)} className="review-dialog">
        <p className="review-question">{MESSAGES.question}</p>
        <div className="review-answers">
          <button type="button" className="button-quiet" data-takes-focus onClick={() => answer(false)}>
            {MESSAGES.cancel}
          </button>
          <button type="button" className="button" onClick={() => answer(true)}>
            {MESSAGES.remove}
          </button>
        </div>
      </Dialog>,
    );
  });
}
