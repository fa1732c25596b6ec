import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

interface Options {
  digits: string[];
  isDisabled: boolean;
  onChange: (digits: string[]) => void;
}

export function useCodeBoxes({ digits, isDisabled, onChange }: Options) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  useFocusOnFirst(boxes, !isDisabled && digits.every((digit) => digit === ''));

  function fill(position: number, text: string): void {
    const next = fillFrom(digits, position, text);
    onChange(next.digits);
    boxes.current[next.position]?.focus();
  }

  function onKeyDown(event: KeyboardEvent, position: number): void {
    const target = positionAfter(event.key, digits, position);
    if (target === undefined) return;
    event.preventDefault();
    if (event.key === 'Backspace') onChange(digits.with(target, ''));
    boxes.current[target]?.focus();
    boxes.current[target]?.select();
  }

  function onPaste(event: ClipboardEvent, position: number): void {
    event.preventDefault();
    const text = event.clipboardData.getData('text').replace(/\D/g, '');
    fill(text.length >= digits.length ? 0 : position, text.slice(0, digits.length));
  }

  return { boxes, fill, onKeyDown, onPaste };
}

/** Focuses the first box at first, and after the boxes are cleared. */
function useFocusOnFirst(boxes: RefObject<(HTMLInputElement | null)[]>, shouldFocus: boolean): void {
  useEffect(() => {
    if (shouldFocus) boxes.current[0]?.focus();
  }, [boxes, shouldFocus]);
}

/**
 * The box to focus after a key; `undefined` if the browser's default is right. Backspace in an empty box clears the
 * previous one.
 */
function positionAfter(key: string, digits: string[], position: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, position - 1);
  if (key === 'ArrowRight') return Math.min(digits.length - 1, position + 1);
  return key === 'Backspace' && !digits[position] && position > 0 ? position - 1 : undefined;
}

/** Fills the boxes from `position` on with the digits of `text`. Also returns the box to focus next. */
function fillFrom(digits: string[], position: number, text: string): { digits: string[]; position: number } {
  const typed = text.replace(/\D/g, '');
  const before = digits[position];
  // A digit typed into a filled box arrives together with the old one.
  const added = (typed.length === 2 && before ? typed.replace(before, '') || typed[0] : typed) ?? '';
  const next = [...digits];
  if (!added) next[position] = '';
  for (const [offset, digit] of [...added].entries()) {
    if (position + offset < next.length) next[position + offset] = digit;
  }
  return { digits: next, position: Math.min(position + added.length, next.length - 1) };
}
