import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { CodeForm, CodeSentNote } from '#islands/auth/CodeForm.tsx';
import { redirectAfterLogin, requestAnotherCode, verifyCode } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';

interface Props {
  email: string;
  digitCount: number;
  waitSeconds: number;
  next?: string | undefined;
  otherAddressPath: string;
  error?: string | undefined;
}

/** The code form on its own page: a plain form until hydration. */
export function CodeStep(props: Props) {
  const plainFieldRef = useRef<HTMLInputElement>(null);
  const [initialCode, setInitialCode] = useState<string>();
  // A layout effect runs before any event could change the plain field.
  useLayoutEffect(() => setInitialCode(plainFieldRef.current?.value ?? ''), []);
  return initialCode === undefined ? (
    <PlainCodeForm {...props} inputRef={plainFieldRef} />
  ) : (
    <HydratedCodeForm {...props} initialCode={initialCode} />
  );
}

function HydratedCodeForm({ initialCode, otherAddressPath, next, error, ...props }: Props & { initialCode: string }) {
  const { email } = props;
  const [digitCount, setDigitCount] = useState(props.digitCount);

  async function submit(code: string): Promise<string | undefined> {
    const response = await verifyCode(email, code, next);
    if (response.status === 'error') return response.message;
    redirectAfterLogin(response);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestAnotherCode(email);
    if (response.status === 'error') return response.message;
    toast(CODE_SENT);
    setDigitCount(response.data?.digits ?? digitCount);
    return undefined;
  }

  return (
    <CodeForm
      key={digitCount}
      {...props}
      digitCount={digitCount}
      initialCode={initialCode}
      initialError={error}
      onSubmit={submit}
      onResend={resend}
    >
      <OtherAddressLink path={otherAddressPath} />
    </CodeForm>
  );
}

interface PlainCodeFormProps extends Props {
  inputRef: RefObject<HTMLInputElement | null>;
}

function PlainCodeForm({ inputRef, email, digitCount, next, error, otherAddressPath }: PlainCodeFormProps) {
  return (
    <>
      <CodeSentNote digitCount={digitCount} email={email} />
      <form className="id-form" method="post" action="/auth/customer/verify">
        {next && <input type="hidden" name="next" value={next} />}
        <div>
          <label htmlFor="otp">Code</label>
          <input
            ref={inputRef}
            id="otp"
            className="field"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern={`[0-9]{${digitCount}}`}
            maxLength={digitCount}
            title={`${digitCount} digits`}
            required
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose.
            autoFocus
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'otp-error' : undefined}
          />
          {error && (
            <p id="otp-error" className="id-error">
              {error}
            </p>
          )}
        </div>
        <button type="submit" className="button">
          Confirm
        </button>
      </form>
      <form className="id-after" method="post" action="/auth/customer/resend">
        <button type="submit" className="text-link id-resend">
          Send another code
        </button>
      </form>
      <OtherAddressLink path={otherAddressPath} />
    </>
  );
}

function OtherAddressLink({ path }: { path: string }) {
  return (
    <p className="id-after">
      <a className="text-link" href={path}>
        Use another address
      </a>
    </p>
  );
}
