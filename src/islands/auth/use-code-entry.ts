import { useEffect, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '#lib/auth/codes.ts';

export interface CodeEntryOptions {
  digits: number;
  /** Typed into the plain field. */
  typedBefore?: string | undefined;
  /** Until another code may be asked for. */
  waitSeconds?: number | undefined;
  wrong?: string | undefined;
  /** Gives what is wrong. */
  onSubmit: (code: string) => Promise<string | undefined>;
  /** Gives what is wrong. */
  onResend: () => Promise<string | undefined>;
}

/** Sends the digits when the last one is typed. */
export function useCodeEntry({ digits, typedBefore = '', wrong = '', waitSeconds, ...ask }: CodeEntryOptions) {
  const empty = Array.from({ length: digits }, () => '');
  const [typed, setTyped] = useState(() => empty.map((_, position) => typedBefore[position] ?? ''));
  const [error, setError] = useState(wrong);
  const [isBusy, setBusy] = useState(false);
  const [secondsLeft, setSecondsLeft] = useCountdown(waitSeconds ?? RESEND_AFTER_SECONDS);

  async function submit(next = typed): Promise<void> {
    if (isBusy || !next.every(Boolean)) return;
    setBusy(true);
    const refusal = await ask.onSubmit(next.join(''));
    setBusy(false);
    if (refusal === undefined) return;
    setError(refusal);
    setTyped(empty);
  }

  function change(next: string[]): void {
    setTyped(next);
    setError('');
    void submit(next);
  }

  async function resend(): Promise<void> {
    setBusy(true);
    const refusal = await ask.onResend();
    setBusy(false);
    setTyped(empty);
    setError(refusal ?? '');
    if (refusal === undefined) setSecondsLeft(RESEND_AFTER_SECONDS);
  }

  return { typed, error, isBusy, secondsLeft, change, submit, resend };
}

function useCountdown(from: number) {
  const [secondsLeft, setSecondsLeft] = useState(from);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return [secondsLeft, setSecondsLeft] as const;
}
