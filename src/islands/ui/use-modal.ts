import { type RefObject, useLayoutEffect, useRef } from 'react';

/** While the dialog is open, the page does not scroll. When it closes, the focus returns to the element that had it before. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // `useEffect` would clean up only after the dialog is removed from the page, when the focus is already lost.
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

  return dialog;
}
