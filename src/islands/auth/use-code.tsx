import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { type CodeSent, clearCode, recallCode, rememberCode } from '#islands/auth/code-sent.client.ts';
import { type LoginResponse, type LoginResult, requestAnotherCode, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';

export type OnLoggedIn = (led: LoginResult) => void;

interface Options {
  heading: string;
  onLoggedIn: OnLoggedIn;
  /** Continues with a code that this tab has requested. */
  recalls?: boolean;
}

interface Sent extends CodeSent {
  waitSeconds?: number;
  isRecalled?: boolean;
}

const FOUR_DIGITS = 4;

export function useCode({ heading, onLoggedIn, recalls = false }: Options) {
  const { sent, begin, close } = useSentCode(recalls);
  const dialog = sent && (
    <SentCodeDialog key={sent.digits} {...{ heading, sent, onLoggedIn }} onSentAgain={begin} onClose={close} />
  );
  return { begin, dialog };
}

interface SentCodeProps {
  heading: string;
  sent: Sent;
  onLoggedIn: OnLoggedIn;
  onSentAgain: (email: string, response: LoginResponse) => void;
  onClose: () => void;
}

function SentCodeDialog({ heading, sent, onLoggedIn, onSentAgain, onClose }: SentCodeProps) {
  const { email, digits, waitSeconds } = sent;

  async function submit(code: string): Promise<string | undefined> {
    const response = await verify(email, code);
    if (response.status === 'error') return response.message;
    onClose();
    onLoggedIn(response);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestAnotherCode(email);
    if (response.status === 'error') return response.message;
    onSentAgain(email, response);
    return undefined;
  }

  return (
    <CodeDialog {...{ heading, email, digits, waitSeconds, onClose }} onSubmit={submit} onResend={resend}>
      <OtherAddress onChoose={onClose} />
    </CodeDialog>
  );
}

function useSentCode(recalls: boolean) {
  const [sent, setSent] = useState<Sent | undefined>(() => (recalls ? recalled() : undefined));

  // Before the dialog is open, a toast would be under its backdrop.
  useEffect(() => {
    if (sent && !sent.isRecalled) toast(CODE_SENT);
  }, [sent]);

  function begin(email: string, response: LoginResponse): void {
    const next = { email, digits: response.data?.digits ?? FOUR_DIGITS };
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
        clearCode();
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

/** A reload then shows the code step again. */
function dropOtherAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('other')) return;
  url.searchParams.delete('other');
  history.replaceState(history.state, '', url);
}
