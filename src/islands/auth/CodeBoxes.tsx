import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface Props {
  digits: string[];
  isDisabled: boolean;
  errorId: string | undefined;
  onChange: (digits: string[]) => void;
}

export function CodeBoxes({ digits, isDisabled, errorId, onChange }: Props) {
  const { boxes, fill, onKeyDown, onPaste } = useCodeBoxes({ digits, isDisabled, onChange });
  return (
    <fieldset className="id-boxes" aria-describedby={errorId}>
      <legend className="sr-only">Code</legend>
      {digits.map((digit, position) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position.
          key={position}
          ref={(box) => {
            boxes.current[position] = box;
          }}
          // biome-ignore lint/a11y/noAutofocus: the first empty box gets the focus that CodeStep's plain field had.
          autoFocus={position === digits.indexOf('')}
          className="field"
          inputMode="numeric"
          autoComplete={position === 0 ? 'one-time-code' : 'off'}
          aria-label={`Digit ${position + 1} of ${digits.length}`}
          aria-invalid={errorId ? true : undefined}
          value={digit}
          disabled={isDisabled}
          onChange={(event) => fill(position, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, position)}
          onPaste={(event) => onPaste(event, position)}
        />
      ))}
    </fieldset>
  );
}

function useCodeBoxes({ digits, isDisabled, onChange }: Omit<Props, 'errorId'>) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const isCleared = !isDisabled && digits.every((digit) => digit === '');

  // Focuses the first box initially, and again after the boxes are cleared.
  useEffect(() => {
    if (isCleared) boxes.current[0]?.focus();
  }, [isCleared]);

  function fill(position: number, text: string): void {
    const filled = fillFrom(digits, position, text);
    onChange(filled.digits);
    boxes.current[filled.nextPosition]?.focus();
  }

  function onKeyDown(event: KeyboardEvent, position: number): void {
    const targetPosition = positionAfterKey(event.key, digits, position);
    if (targetPosition === undefined) return;
    event.preventDefault();
    if (event.key === 'Backspace') onChange(digits.with(targetPosition, ''));
    boxes.current[targetPosition]?.focus();
    boxes.current[targetPosition]?.select();
  }

  function onPaste(event: ClipboardEvent, position: number): void {
    event.preventDefault();
    const text = event.clipboardData.getData('text').replace(/\D/g, '');
    fill(text.length >= digits.length ? 0 : position, text.slice(0, digits.length));
  }

  return { boxes, fill, onKeyDown, onPaste };
}

/**
 * Returns the position of the box to focus after a key press, or `undefined` if the browser must handle the key.
 * Backspace in an empty box clears the previous box.
 */
function positionAfterKey(key: string, digits: string[], position: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, position - 1);
  if (key === 'ArrowRight') return Math.min(digits.length - 1, position + 1);
  return key === 'Backspace' && !digits[position] && position > 0 ? position - 1 : undefined;
}

/** Fills the boxes from `position` on with the digits of `text`. Also returns the position of the box to focus next. */
function fillFrom(digits: string[], position: number, text: string): { digits: string[]; nextPosition: number } {
  const textDigits = text.replace(/\D/g, '');
  const oldDigit = digits[position];
  // A digit typed into a filled box arrives together with the old digit.
  const newDigits =
    (textDigits.length === 2 && oldDigit ? textDigits.replace(oldDigit, '') || textDigits[0] : textDigits) ?? '';
  const filledDigits = [...digits];
  if (!newDigits) filledDigits[position] = '';
  for (const [offset, digit] of [...newDigits].entries()) {
    if (position + offset < filledDigits.length) filledDigits[position + offset] = digit;
  }
  return { digits: filledDigits, nextPosition: Math.min(position + newDigits.length, filledDigits.length - 1) };
}
