import { useEffect, useRef, useState } from 'react';
import { CodeForm } from '#islands/auth/CodeForm.tsx';
import { askForAnotherCode, goOnAfterLogin, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/auth/codes.ts';

interface Props {
  email: string;
  digits: number;
  waitSeconds: number;
  next?: string | undefined;
  /** Where another address is typed. */
  otherPath: string;
  /** What the server said of the last code, for a form without a script. */
  wrong?: string | undefined;
}

/** The code as a page of its own: after a form without a script, and for whoever comes back from the mail program. */
export function CodeStep(props: Props) {
  const { email, next, waitSeconds, wrong } = props;
  const plain = useRef<HTMLInputElement>(null);
  const [digits, setDigits] = useState(props.digits);
  const [live, setLive] = useState<{ typedBefore: string }>();
  useEffect(() => setLive({ typedBefore: plain.current?.value ?? '' }), []);
  if (!live) return <PlainCode {...props} input={plain} />;
  return (
    <CodeForm
      key={digits}
      {...{ email, digits, waitSeconds, wrong }}
      typedBefore={live.typedBefore}
      onSubmit={async (code) => {
        const answer = await verify(email, code, next);
        if (answer.status === 'error') return answer.message;
        goOnAfterLogin(answer);
        return undefined;
      }}
      onResend={async () => {
        const answer = await askForAnotherCode(email);
        if (answer.status === 'error') return answer.message;
        toast(CODE_SENT);
        setDigits(answer.data?.digits ?? digits);
        return undefined;
      }}
    >
      <OtherAddress path={props.otherPath} />
    </CodeForm>
  );
}

function PlainCode({
  email,
  digits,
  next,
  wrong,
  otherPath,
  input,
}: Props & { input: { current: HTMLInputElement | null } }) {
  return (
    <>
      <p className="id-lead">
        We have sent a code of {digits} digits to <strong>{email}</strong>. It is valid for 10 minutes.
      </p>
      <form className="id-form" method="post" action="/auth/customer/verify">
        {next && <input type="hidden" name="next" value={next} />}
        <div>
          <label htmlFor="otp">Code</label>
          <input
            ref={input}
            id="otp"
            className="field"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern={`[0-9]{${digits}}`}
            maxLength={digits}
            title={`${digits} digits`}
            required
            // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do.
            autoFocus
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? 'otp-error' : undefined}
          />
          {wrong && (
            <p id="otp-error" className="id-error">
              {wrong}
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
      <OtherAddress path={otherPath} />
    </>
  );
}

function OtherAddress({ path }: { path: string }) {
  return (
    <p className="id-after">
      <a className="text-link" href={path}>
        Use another address
      </a>
    </p>
  );
}
