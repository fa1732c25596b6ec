import { useEffect, useState } from 'react';
import { RESEND_AFTER_SECONDS } from '#lib/customers/auth/codes.ts';

export interface CodeEntryOptions {
  digitCount: number;
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
  digitCount,
  initialCode = '',
  initialError = '',
  waitSeconds,
  ...handlers
}: CodeEntryOptions) {
  const emptyDigits = Array.from({ length: digitCount }, () => '');
  const [typedDigits, setTypedDigits] = useState(() => emptyDigits.map((_, position) => initialCode[position] ?? ''));
  const [error, setError] = useState(initialError);
  const { isBusy, whileBusy } = useBusy();
  const [secondsLeft, setSecondsLeft] = useCountdown(waitSeconds ?? RESEND_AFTER_SECONDS);

  async function submit(enteredDigits = typedDigits): Promise<void> {
    if (isBusy || !enteredDigits.every(Boolean)) return;
    const errorMessage = await whileBusy(() => handlers.onSubmit(enteredDigits.join('')));
    if (errorMessage === undefined) return;
    setError(errorMessage);
    setTypedDigits(emptyDigits);
  }

  function change(newDigits: string[]): void {
    setTypedDigits(newDigits);
    setError('');
    void submit(newDigits);
  }

  async function resend(): Promise<void> {
    const errorMessage = await whileBusy(handlers.onResend);
    setTypedDigits(emptyDigits);
    setError(errorMessage ?? '');
    if (errorMessage === undefined) setSecondsLeft(RESEND_AFTER_SECONDS);
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

function useCountdown(initialSeconds: number) {
  const [secondsLeft, setSecondsLeft] = useState(initialSeconds);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return [secondsLeft, setSecondsLeft] as const;
}
