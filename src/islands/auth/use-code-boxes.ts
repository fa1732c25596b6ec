import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface Options {
  digits: string[];
  isDisabled: boolean;
  onChange: (digits: string[]) => void;
}

export function useCodeBoxes({ digits, isDisabled, onChange }: Options) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const isEmpty = digits.every((digit) => digit === '');

  // At the start, and after a wrong code has cleared the boxes.
  useEffect(() => {
    if (isEmpty && !isDisabled) boxes.current[0]?.focus();
  }, [isEmpty, isDisabled]);

  function fill(position: number, text: string): void {
    const next = filled(digits, position, text);
    onChange(next.digits);
    boxes.current[next.position]?.focus();
  }

  function go(event: KeyboardEvent, to: number): void {
    event.preventDefault();
    boxes.current[to]?.focus();
    boxes.current[to]?.select();
  }

  function onKeyDown(event: KeyboardEvent, position: number): void {
    if (event.key === 'ArrowLeft') go(event, Math.max(0, position - 1));
    else if (event.key === 'ArrowRight') go(event, Math.min(digits.length - 1, position + 1));
    else if (event.key === 'Backspace' && !digits[position] && position > 0) {
      onChange(digits.with(position - 1, ''));
      go(event, position - 1);
    }
  }

  function onPaste(event: ClipboardEvent, position: number): void {
    event.preventDefault();
    const text = event.clipboardData.getData('text').replace(/\D/g, '');
    fill(text.length >= digits.length ? 0 : position, text.slice(0, digits.length));
  }

  return { boxes, fill, onKeyDown, onPaste };
}

/** Spreads the digits of `text` from one box on; gives the box that comes next, too. */
function filled(digits: string[], position: number, text: string): { digits: string[]; position: number } {
  const typed = text.replace(/\D/g, '');
  const before = digits[position];
  // A digit typed into a full box comes together with the old one.
  const fresh = (typed.length === 2 && before ? typed.replace(before, '') || typed[0] : typed) ?? '';
  const next = [...digits];
  if (!fresh) next[position] = '';
  for (const [offset, digit] of [...fresh].entries()) {
    if (position + offset < next.length) next[position + offset] = digit;
  }
  return { digits: next, position: Math.min(position + fresh.length, next.length - 1) };
}
