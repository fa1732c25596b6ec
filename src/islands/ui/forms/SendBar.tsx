import { useEffect, useRef } from 'react';

interface Props {
  label: string;
  /** `progress` is the fraction that has been sent, from 0 to 1; undefined when nothing is being sent. */
  upload: { progress: number | undefined; cancel: () => void };
  failureMessage: string | undefined;
}

export function SendBar({ label, upload: { progress, cancel }, failureMessage }: Props) {
  const isSending = progress !== undefined;
  const percent = Math.round((progress ?? 0) * 100);
  const button = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const wasSending = useRef(false);

  // A button loses the focus when it is disabled. The focus moves to the bar, not to Cancel, because a key that is still
  // pressed would cancel the request. Afterwards, the focus returns to the button.
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === button.current;
    if (isLost && isSending) bar.current?.focus();
    if (isLost && wasSending.current && !isSending) button.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);

  return (
    <div className="grid gap-3">
      <p role="alert" className="wrap-anywhere text-madder">
        {failureMessage}
      </p>
      {isSending && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
        <div ref={bar} role="group" aria-label="Submitting" tabIndex={-1} className="flex items-center gap-3">
          <progress className="h-2 min-w-0 grow accent-indigo" value={percent} max={100} aria-label="Sent" />
          <span className="w-12 text-right tabular-nums">{percent} %</span>
          <button type="button" className="button-quiet" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      <button ref={button} type="submit" className="button w-full sm:w-auto sm:justify-self-start" disabled={isSending}>
        {isSending ? 'Submitting...' : failureMessage ? 'Try again' : label}
      </button>
    </div>
  );
}
