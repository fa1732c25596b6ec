import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { CodeForm, CodeLead } from '#islands/auth/CodeForm.tsx';
import { goOnAfterLogin, requestAnotherCode, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';

interface Props {
  email: string;
  digits: number;
  waitSeconds: number;
  next?: string | undefined;
  otherPath: string;
  wrong?: string | undefined;
}

/** The code on a page of its own: a plain form until hydration. */
export function CodeStep(props: Props) {
  const plain = useRef<HTMLInputElement>(null);
  const [live, setLive] = useState<{ typedBefore: string }>();
  // Before an event could change the plain field.
  useLayoutEffect(() => setLive({ typedBefore: plain.current?.value ?? '' }), []);
  return live ? <LiveCode {...props} typedBefore={live.typedBefore} /> : <PlainCode {...props} input={plain} />;
}

function LiveCode({ typedBefore, otherPath, next, ...props }: Props & { typedBefore: string }) {
  const { email } = props;
  const [digits, setDigits] = useState(props.digits);

  async function submit(code: string): Promise<string | undefined> {
    const response = await verify(email, code, next);
    if (response.status === 'error') return response.message;
    goOnAfterLogin(response);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestAnotherCode(email);
    if (response.status === 'error') return response.message;
    toast(CODE_SENT);
    setDigits(response.data?.digits ?? digits);
    return undefined;
  }

  return (
    <CodeForm key={digits} {...props} digits={digits} typedBefore={typedBefore} onSubmit={submit} onResend={resend}>
      <OtherAddress path={otherPath} />
    </CodeForm>
  );
}

interface PlainCodeProps extends Props {
  input: RefObject<HTMLInputElement | null>;
}

function PlainCode({ input, ...props }: PlainCodeProps) {
  return (
    <>
      <CodeLead digits={props.digits} email={props.email} />
      <form className="id-form" method="post" action="/auth/customer/verify">
        {props.next && <input type="hidden" name="next" value={props.next} />}
        <PlainCodeField input={input} digits={props.digits} wrong={props.wrong} />
        <button type="submit" className="button">
          Confirm
        </button>
      </form>
      <form className="id-after" method="post" action="/auth/customer/resend">
        <button type="submit" className="text-link id-resend">
          Send another code
        </button>
      </form>
      <OtherAddress path={props.otherPath} />
    </>
  );
}

function PlainCodeField({ input, digits, wrong }: Pick<PlainCodeProps, 'input' | 'digits' | 'wrong'>) {
  return (
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
