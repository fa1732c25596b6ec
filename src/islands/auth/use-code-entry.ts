import { useEffect, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';

export interface CodeEntryOptions {
  digits: number;
  initialCode?: string | undefined;
  /** The number of seconds until another code can be requested; `RESEND_AFTER_SECONDS` by default. */
  waitSeconds?: number | undefined;
  initialError?: string | undefined;
  /** Submits the code. Resolves to an error message, or to `undefined` on success. */
  onSubmit: (code: string) => Promise<string | undefined>;
  /** Requests another code. Resolves to an error message, or to `undefined` on success. */
  onResend: () => Promise<string | undefined>;
}

/** Holds the state of the code form, and submits the code when all digits are entered. */
export function useCodeEntry({
  digits,
  initialCode = '',
  initialError = '',
  waitSeconds,
  ...handlers
}: CodeEntryOptions) {
  const emptyDigits = Array.from({ length: digits }, () => '');
  const [typedDigits, setTypedDigits] = useState(() => emptyDigits.map((_, position) => initialCode[position] ?? ''));
  const [error, setError] = useState(initialError);
  const { isBusy, whileBusy } = useBusy();
  const [secondsLeft, setSecondsLeft] = useCountdown(waitSeconds ?? RESEND_AFTER_SECONDS);

  async function submit(next = typedDigits): Promise<void> {
    if (isBusy || !next.every(Boolean)) return;
    const refusal = await whileBusy(() => handlers.onSubmit(next.join('')));
    if (refusal === undefined) return;
    setError(refusal);
    setTypedDigits(emptyDigits);
  }

  function change(next: string[]): void {
    setTypedDigits(next);
    setError('');
    void submit(next);
  }

  async function resend(): Promise<void> {
    const refusal = await whileBusy(handlers.onResend);
    setTypedDigits(emptyDigits);
    setError(refusal ?? '');
    if (refusal === undefined) setSecondsLeft(RESEND_AFTER_SECONDS);
  }

  return { typedDigits, error, isBusy, secondsLeft, change, submit, resend };
}

function useBusy() {
  const [isBusy, setBusy] = useState(false);

  async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true);
    const result = await work();
    setBusy(false);
    return result;
  }

  return { isBusy, whileBusy };
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
