import { type ReactNode, useId } from 'react';
import { CodeBoxes } from '#islands/auth/CodeBoxes.tsx';
import { type CodeEntryOptions, useCodeEntry } from '#islands/auth/use-code-entry.ts';

export interface CodeFormProps extends CodeEntryOptions {
  email: string;
  children?: ReactNode;
}

/** The form for an emailed code (product.md, "Login"). Only the server checks the code. */
export function CodeForm({ email, children, ...options }: CodeFormProps) {
  const errorId = useId();
  const { typedDigits, error, isBusy, secondsLeft, change, submit, resend } = useCodeEntry(options);
  return (
    <>
      <CodeSentNote digitCount={options.digitCount} email={email} />
      <form
        className="id-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div>
          <CodeBoxes digits={typedDigits} isDisabled={isBusy} errorId={error ? errorId : undefined} onChange={change} />
          <p id={errorId} className="id-error" role="alert">
            {error}
          </p>
        </div>
        <button type="submit" className="button" disabled={isBusy || !typedDigits.every(Boolean)}>
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
        {children}
      </form>
    </>
  );
}

export function CodeSentNote({ digitCount, email }: { digitCount: number; email: string }) {
  return (
    <p className="id-lead">
      We have sent a code of {digitCount} digits to <strong>{email}</strong>. It is valid for 10 minutes.
    </p>
  );
}
