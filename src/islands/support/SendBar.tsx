interface Props {
  label: string;
  progress: number | undefined;
  /** Why the last try did not work; what was typed and chosen is still there. */
  failure: string | undefined;
  onCancel: () => void;
}

/** The foot of a form with files: its button, or how far it is and the way to stop it. */
export function SendBar({ label, progress, failure, onCancel }: Props) {
  const isSending = progress !== undefined;
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div className="grid gap-3">
      <p role="alert" className="wrap-anywhere text-madder">
        {failure}
      </p>
      {isSending && (
        <div className="flex items-center gap-3">
          <progress className="h-2 min-w-0 grow accent-indigo" value={percent} max={100} aria-label="Sent" />
          <span className="w-12 text-right tabular-nums">{percent} %</span>
          <button type="button" className="button-quiet" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
      <button type="submit" className="button w-full sm:w-auto sm:justify-self-start" disabled={isSending}>
        {isSending ? 'Submitting...' : failure ? 'Try again' : label}
      </button>
    </div>
  );
}
