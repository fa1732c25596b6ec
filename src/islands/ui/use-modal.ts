import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Shows a modal dialog while the component is mounted. Meanwhile, the page does not scroll. Unmounting restores the
 * focus.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // `useEffect` would clean up only after the dialog is removed from the page, when the focus is already lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>('[data-takes-focus]')?.focus();
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      document.documentElement.classList.remove('overflow-hidden');
      element?.close();
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}
