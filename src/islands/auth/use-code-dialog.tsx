import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { forgetSentCode, recallSentCode, rememberSentCode, type SentCode } from '#islands/auth/code-sent.client.ts';
import { type LoginResponse, type LoginResult, requestAnotherCode, verifyCode } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';

export type OnLoggedIn = (result: LoginResult) => void;

interface Options {
  heading: string;
  onLoggedIn: OnLoggedIn;
  /** Whether to continue with a code that this tab has already requested. */
  resumesLogin?: boolean;
}

interface DialogCode extends SentCode {
  waitSeconds?: number;
  isRecalled?: boolean;
}

const DEFAULT_DIGITS = 4;

export function useCodeDialog({ heading, onLoggedIn, resumesLogin = false }: Options) {
  const [sentCode, setSentCode] = useState<DialogCode | undefined>(() =>
    resumesLogin ? recallDialogCode() : undefined,
  );

  // The toast is shown in an effect: before the dialog is open, the toast would be under its backdrop.
  useEffect(() => {
    if (sentCode && !sentCode.isRecalled) toast(CODE_SENT);
  }, [sentCode]);

  function openDialog(email: string, response: LoginResponse): void {
    const newCode = { email, digits: response.data?.digits ?? DEFAULT_DIGITS };
    rememberSentCode(newCode);
    removeOtherParameter();
    setSentCode(newCode);
  }

  const dialog = sentCode && (
    <SentCodeDialog
      key={sentCode.digits}
      {...{ heading, sentCode, onLoggedIn }}
      onResend={openDialog}
      onClose={() => setSentCode(undefined)}
    />
  );
  return { openDialog, dialog };
}

interface SentCodeDialogProps {
  heading: string;
  sentCode: DialogCode;
  onLoggedIn: OnLoggedIn;
  onResend: (email: string, response: LoginResponse) => void;
  onClose: () => void;
}

function SentCodeDialog({ heading, sentCode, onLoggedIn, onResend, onClose }: SentCodeDialogProps) {
  const { email, digits: digitCount, waitSeconds } = sentCode;

  async function submit(code: string): Promise<string | undefined> {
    const response = await verifyCode(email, code);
    if (response.status === 'error') return response.message;
    onClose();
    onLoggedIn(response);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestAnotherCode(email);
    if (response.status === 'error') return response.message;
    onResend(email, response);
    return undefined;
  }

  return (
    <CodeDialog {...{ heading, email, digitCount, waitSeconds, onClose }} onSubmit={submit} onResend={resend}>
      <button
        type="button"
        className="text-link id-resend"
        onClick={() => {
          forgetSentCode();
          onClose();
        }}
      >
        Use another address
      </button>
    </CodeDialog>
  );
}

function recallDialogCode(): DialogCode | undefined {
  const sentCode = recallSentCode();
  return sentCode && { ...sentCode, isRecalled: true };
}

/** Removes the `other` parameter from the URL, so that a reload shows the dialog for the code again. */
function removeOtherParameter(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('other')) return;
  url.searchParams.delete('other');
  history.replaceState(history.state, '', url);
}
