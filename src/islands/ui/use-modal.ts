import { type RefObject, useLayoutEffect, useRef } from 'react';

/** While it is open, the page does not scroll; afterwards its focus is restored. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // An effect would close the dialog after it has left the page, where the focus is lost.
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
