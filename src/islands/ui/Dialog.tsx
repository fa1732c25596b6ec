import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  heading: string;
  /** The heading is for those who can't see the dialog when its content says the same. */
  isHeadingHidden?: boolean;
  /** While it fades out it is still there. */
  isClosing?: boolean;
  /** While something is on its way it can't be closed. */
  isBusy?: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** The generic modal (specification, section 2): heading, close button; it closes on Escape and on a click on the backdrop. */
export function Dialog({
  heading,
  isHeadingHidden = false,
  isClosing = false,
  isBusy = false,
  onClose,
  className = '',
  children,
}: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // While the dialog is still in the page: closing it then gives the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const focusedBefore = document.activeElement;
    if (opened && !opened.open) opened.showModal();
    opened?.querySelector<HTMLElement>('[data-takes-focus]')?.focus();
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      document.documentElement.classList.remove('overflow-hidden');
      opened?.close();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`m-auto max-h-dvh w-full max-w-4xl overflow-y-auto bg-ground text-sm text-ink transition-opacity duration-300 max-md:h-dvh max-md:max-w-none md:max-h-[85dvh] ${isClosing ? 'opacity-0' : ''} ${className}`}
      onCancel={(event) => {
        // A dialog within, or a file picker that was closed, says the same of itself.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      onKeyDown={(event) => {
        // A second Escape would close it whatever `cancel` says.
        if (isBusy && event.key === 'Escape') event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !isBusy) onClose();
      }}
    >
      <div className="p-4 md:p-6">
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
            <svg
              className="size-6"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden="true"
            >
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
