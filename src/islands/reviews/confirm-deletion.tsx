import { Dialog } from '#islands/ui/Dialog.tsx';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { CONFIRM_DELETION as MESSAGES } from '#lib/customers/reviews/reviews.ts';

/** Asks for confirmation. Resolves to whether the customer chose Delete. */
export function confirmDeletion(): Promise<boolean> {
  return new Promise((resolve) => {
    mountDialog((close) => (
      <Question
        onAnswer={(isConfirmed) => {
          close();
          resolve(isConfirmed);
        }}
      />
    ));
  });
}

function Question({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  return (
    <Dialog heading={MESSAGES.heading} onClose={() => onAnswer(false)} className="review-dialog">
      <p className="review-question">{MESSAGES.question}</p>
      <div className="review-answers">
        <button type="button" className="button-quiet" data-takes-focus onClick={() => onAnswer(false)}>
          {MESSAGES.cancel}
        </button>
        <button type="button" className="button" onClick={() => onAnswer(true)}>
          {MESSAGES.remove}
        </button>
      </div>
    </Dialog>
  );
}
