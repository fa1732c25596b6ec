import { type CodeBoxesOptions, useCodeBoxes } from '#islands/auth/use-code-boxes.ts';

interface Props extends CodeBoxesOptions {
  errorId: string | undefined;
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
