import { type RefObject, useLayoutEffect } from 'react';

/** Reports input from before hydration, because the second render would reset it. */
export function useInputBeforeHydration(
  field: RefObject<HTMLInputElement | null>,
  shownText: string,
  onEntered: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only input from before the first render matters.
  useLayoutEffect(() => {
    const text = field.current?.value;
    if (text !== undefined && text !== shownText) onEntered(text);
  }, []);
}
