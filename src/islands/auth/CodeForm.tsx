import { type ReactNode, useEffect, useId, useState } from 'react';
import { CodeBoxes } from '#islands/auth/CodeBoxes.tsx';
import { RESEND_AFTER_SECONDS } from '#lib/auth/codes.ts';

export interface CodeFormProps {
  /** Where the code went. */
  email: string;
  digits: number;
  /** What was typed before the boxes were there. */
  typedBefore?: string | undefined;
  /** Seconds until another code may be asked for. */
  waitSeconds?: number | undefined;
  /** What is wrong from the beginning. */
  wrong?: string | undefined;
  /** Gives what is wrong, or nothing when the code was right. */
  onSubmit: (code: string) => Promise<string | undefined>;
  /** Mails another code; gives what kept it from doing so. */
  onResend: () => Promise<string | undefined>;
  /** The way to another address. */
  children?: ReactNode;
}

/** The boxes for the mailed code (specification, section 5, "Code dialog"); the comparison runs on the server. */
export function CodeForm({ email, digits, typedBefore = '', wrong = '', onSubmit, onResend, ...more }: CodeFormProps) {
  const errorId = useId();
  const empty = Array.from({ length: digits }, () => '');
  const [typed, setTyped] = useState(() => empty.map((_, place) => typedBefore[place] ?? ''));
  const [error, setError] = useState(wrong);
  const [isBusy, setBusy] = useState(false);
  const [secondsLeft, setSecondsLeft] = useState(more.waitSeconds ?? RESEND_AFTER_SECONDS);

  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  async function submit(code: string): Promise<void> {
    setBusy(true);
    const refusal = await onSubmit(code);
    setBusy(false);
    if (refusal === undefined) return;
    setError(refusal);
    setTyped(empty);
  }

  function change(next: string[]): void {
    setTyped(next);
    setError('');
    if (next.every(Boolean) && !isBusy) void submit(next.join(''));
  }

  async function resend(): Promise<void> {
    setBusy(true);
    const refusal = await onResend();
    setBusy(false);
    setTyped(empty);
    setError(refusal ?? '');
    if (refusal === undefined) setSecondsLeft(RESEND_AFTER_SECONDS);
  }

  return (
    <>
      <p className="id-lead">
        We have sent a code of {digits} digits to <strong>{email}</strong>. It is valid for 10 minutes.
      </p>
      <form
        className="id-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.every(Boolean) && !isBusy) void submit(typed.join(''));
        }}
      >
        <div>
          <CodeBoxes digits={typed} isDisabled={isBusy} errorId={error ? errorId : undefined} onChange={change} />
          <p id={errorId} className="id-error" role="alert">
            {error}
          </p>
        </div>
        <button type="submit" className="button" disabled={isBusy || !typed.every(Boolean)}>
          {isBusy ? 'Checking' : 'Confirm'}
        </button>
        <button
          type="button"
          className="text-link id-resend"
          disabled={isBusy || secondsLeft > 0}
          onClick={() => void resend()}
        >
          {secondsLeft > 0 ? `Send another code in ${secondsLeft} s` : 'Send another code'}
        </button>
        {more.children}
      </form>
    </>
  );
}
