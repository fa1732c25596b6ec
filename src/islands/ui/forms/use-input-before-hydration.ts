import { type RefObject, useLayoutEffect } from 'react';

/** Reports input from before hydration, because the second render would reset it. */
export function useInputBeforeHydration(
  field: RefObject<HTMLInputElement | null>,
  shown: string,
  onEntered: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there before the first render.
  useLayoutEffect(() => {
    const text = field.current?.value;
    if (text !== undefined && text !== shown) onEntered(text);
  }, []);
}
