import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { type CodeSent, forgetSentCode, recallCode, rememberSentCode } from '#islands/auth/code-sent.client.ts';
import { type LoginResponse, type LoginResult, requestAnotherCode, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';

export type OnLoggedIn = (result: LoginResult) => void;

interface Options {
  heading: string;
  onLoggedIn: OnLoggedIn;
  /** Whether to continue with a code that this tab has already requested. */
  resumesLogin?: boolean;
}

interface SentCode extends CodeSent {
  waitSeconds?: number;
  isRecalled?: boolean;
}

const DEFAULT_DIGITS = 4;

export function useCodeDialog({ heading, onLoggedIn, resumesLogin = false }: Options) {
  const { sent, openDialog, close } = useSentCode(resumesLogin);
  const dialog = sent && (
    <SentCodeDialog key={sent.digits} {...{ heading, sent, onLoggedIn }} onSentAgain={openDialog} onClose={close} />
  );
  return { openDialog, dialog };
}

interface SentCodeProps {
  heading: string;
  sent: SentCode;
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
      <OtherAddressButton onChoose={onClose} />
    </CodeDialog>
  );
}

function useSentCode(resumesLogin: boolean) {
  const [sent, setSent] = useState<SentCode | undefined>(() => (resumesLogin ? recallSentCode() : undefined));

  // In an effect: a toast shown before the dialog is open would be under its backdrop.
  useEffect(() => {
    if (sent && !sent.isRecalled) toast(CODE_SENT);
  }, [sent]);

  function openDialog(email: string, response: LoginResponse): void {
    const next = { email, digits: response.data?.digits ?? DEFAULT_DIGITS };
    rememberSentCode(next);
    removeOtherParameter();
    setSent(next);
  }

  return { sent, openDialog, close: () => setSent(undefined) };
}

function OtherAddressButton({ onChoose }: { onChoose: () => void }) {
  return (
    <button
      type="button"
      className="text-link id-resend"
      onClick={() => {
        forgetSentCode();
        onChoose();
      }}
    >
      Use another address
    </button>
  );
}

function recallSentCode(): SentCode | undefined {
  const sent = recallCode();
  return sent && { ...sent, isRecalled: true };
}

/** Removes `other` from the address, so that a reload shows the code step again. */
function removeOtherParameter(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('other')) return;
  url.searchParams.delete('other');
  history.replaceState(history.state, '', url);
}
