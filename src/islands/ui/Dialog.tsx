import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { Icon } from '#islands/ui/Icon.tsx';
import { CLOSE } from '#islands/ui/icon-paths.ts';
import { useModal } from '#islands/ui/use-modal.ts';

interface HeadProps {
  heading: string;
  /** Whether the heading is only for screen readers, because the content shows it too. */
  isHeadingHidden?: boolean;
  /** Whether work is in progress. The dialog can't be closed until the work has ended. */
  isBusy?: boolean;
  onClose: () => void;
}

interface Props extends HeadProps {
  isClosing?: boolean;
  className?: string;
  children: ReactNode;
}

/** The generic modal (product.md, "Every page"). */
export function Dialog({ isClosing = false, className = '', children, ...head }: Props) {
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`m-auto max-h-dvh w-full max-w-4xl overflow-y-auto bg-ground text-sm text-ink max-md:h-dvh max-md:max-w-none md:max-h-[85dvh] ${isClosing ? 'opacity-0' : ''} ${className}`}
      {...closeHandlers(head)}
    >
      <div className="p-4 md:p-6">
        <DialogHead id={id} {...head} />
        {children}
      </div>
    </dialog>
  );
}

function closeHandlers({ isBusy = false, onClose }: HeadProps) {
  return {
    onCancel(event: SyntheticEvent) {
      // The event also bubbles from a dialog or a file picker inside this dialog.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      if (!isBusy) onClose();
    },
    onKeyDown(event: KeyboardEvent) {
      // A browser closes the dialog on a second Escape even if its `cancel` event is cancelled.
      if (isBusy && event.key === 'Escape') event.preventDefault();
    },
    onClick(event: MouseEvent) {
      if (event.target === event.currentTarget && !isBusy) onClose();
    },
  };
}

function DialogHead({ id, heading, isHeadingHidden, isBusy, onClose }: HeadProps & { id: string }) {
  return (
    <div
      className={`flex items-start justify-between gap-4 ${isHeadingHidden ? 'sticky top-2 z-10 float-right -mb-11 rounded-full bg-ground' : 'mb-3'}`}
    >
      <h2 id={id} className={isHeadingHidden ? 'sr-only' : 'text-xl'}>
        {heading}
      </h2>
      <button
        type="button"
        className={isHeadingHidden ? 'icon-button' : 'icon-button -mt-2 -mr-2'}
        aria-label="Close"
        disabled={isBusy}
        onClick={onClose}
      >
        <Icon path={CLOSE} className="size-6" />
      </button>
    </div>
  );
}
