import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { type CodeSent, forgetCode, recallCode, rememberCode } from '#islands/auth/code-sent.client.ts';
import { askForAnotherCode, type LoginResult, type Said, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/auth/codes.ts';

export type OnLoggedIn = (led: LoginResult) => void;

interface Options {
  heading: string;
  onLoggedIn: OnLoggedIn;
  /** Goes on with a code that this tab has asked for. */
  recalls?: boolean;
}

interface Sent extends CodeSent {
  waitSeconds?: number;
  isRecalled?: boolean;
}

const FOUR_DIGITS = 4;

/** `begin` opens the code's dialog. */
export function useCode({ heading, onLoggedIn, recalls = false }: Options) {
  const { sent, begin, close } = useSentCode(recalls);

  async function submit(code: string): Promise<string | undefined> {
    const answer = await verify(sent?.email ?? '', code);
    if (answer.status === 'error') return answer.message;
    close();
    onLoggedIn(answer);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    if (!sent) return undefined;
    const answer = await askForAnotherCode(sent.email);
    if (answer.status === 'error') return answer.message;
    begin(sent.email, answer);
    return undefined;
  }

  const dialog = sent && (
    <CodeDialog
      key={sent.digits}
      {...{ heading, email: sent.email, digits: sent.digits, waitSeconds: sent.waitSeconds }}
      onClose={close}
      onSubmit={submit}
      onResend={resend}
    >
      <OtherAddress onChoose={close} />
    </CodeDialog>
  );
  return { begin, dialog };
}

/** The code that was mailed last, and not used yet. */
function useSentCode(recalls: boolean) {
  const [sent, setSent] = useState<Sent | undefined>(() => (recalls ? recalled() : undefined));

  // Before the dialog is open, a toast would lie under its backdrop.
  useEffect(() => {
    if (sent && !sent.isRecalled) toast(CODE_SENT);
  }, [sent]);

  function begin(email: string, answer: Said): void {
    const next = { email, digits: answer.data?.digits ?? FOUR_DIGITS };
    rememberCode(next);
    dropOtherAddress();
    setSent(next);
  }

  return { sent, begin, close: () => setSent(undefined) };
}

function OtherAddress({ onChoose }: { onChoose: () => void }) {
  return (
    <button
      type="button"
      className="text-link id-resend"
      onClick={() => {
        forgetCode();
        onChoose();
      }}
    >
      Use another address
    </button>
  );
}

function recalled(): Sent | undefined {
  const sent = recallCode();
  return sent && { ...sent, isRecalled: true };
}

/** A reload then shows the step of the code again. */
function dropOtherAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('other')) return;
  url.searchParams.delete('other');
  history.replaceState(history.state, '', url);
}
