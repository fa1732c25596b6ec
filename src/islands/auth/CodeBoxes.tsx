import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface Props {
  digits: string[];
  isDisabled: boolean;
  errorId: string | undefined;
  onChange: (digits: string[]) => void;
}

/** One box a digit. What is pasted, or filled in by the phone, spreads over them from the box that it came into. */
export function CodeBoxes({ digits, isDisabled, errorId, onChange }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const isEmpty = digits.every((digit) => digit === '');

  // At the start, and after a wrong code has cleared the boxes.
  useEffect(() => {
    if (isEmpty && !isDisabled) boxes.current[0]?.focus();
  }, [isEmpty, isDisabled]);

  function fill(from: number, text: string): void {
    const typed = text.replace(/\D/g, '');
    // A digit typed into a full box arrives beside the old one: the new one counts.
    const fresh = typed.length === 2 && digits[from] ? typed.replace(digits[from], '') || typed[0] : typed;
    const next = [...digits];
    if (!fresh) next[from] = '';
    for (const [offset, digit] of [...(fresh ?? '')].entries()) {
      if (from + offset < next.length) next[from + offset] = digit;
    }
    onChange(next);
    boxes.current[Math.min(from + (fresh?.length ?? 0), next.length - 1)]?.focus();
  }

  function onKey(event: KeyboardEvent, place: number): void {
    const go = (to: number) => {
      event.preventDefault();
      boxes.current[to]?.focus();
      boxes.current[to]?.select();
    };
    if (event.key === 'ArrowLeft') go(Math.max(0, place - 1));
    else if (event.key === 'ArrowRight') go(Math.min(digits.length - 1, place + 1));
    else if (event.key === 'Backspace' && !digits[place] && place > 0) {
      onChange(digits.with(place - 1, ''));
      go(place - 1);
    }
  }

  function onPaste(event: ClipboardEvent, place: number): void {
    event.preventDefault();
    const text = event.clipboardData.getData('text').replace(/\D/g, '');
    fill(text.length >= digits.length ? 0 : place, text.slice(0, digits.length));
  }

  return (
    <fieldset className="id-boxes" aria-describedby={errorId}>
      <legend className="sr-only">Code</legend>
      {digits.map((digit, place) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place.
          key={place}
          ref={(box) => {
            boxes.current[place] = box;
          }}
          className="field"
          inputMode="numeric"
          autoComplete={place === 0 ? 'one-time-code' : 'off'}
          aria-label={`Digit ${place + 1} of ${digits.length}`}
          aria-invalid={errorId ? true : undefined}
          value={digit}
          disabled={isDisabled}
          onChange={(event) => fill(place, event.target.value)}
          onKeyDown={(event) => onKey(event, place)}
          onPaste={(event) => onPaste(event, place)}
        />
      ))}
    </fieldset>
  );
}
