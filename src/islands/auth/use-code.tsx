import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { type CodeSent, forgetCode, recallCode, rememberCode } from '#islands/auth/code-sent.client.ts';
import { askForAnotherCode, type LedOn, type Said, verify } from '#islands/auth/login.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/auth/codes.ts';

/** After the login: where to go and what to say there, unless the page that asked for it has something better to do. */
export type OnLoggedIn = (led: LedOn) => void;

interface Options {
  heading: string;
  onLoggedIn: OnLoggedIn;
  /** Goes on with a code that this tab has asked for before; pages of their own are told of it by the server. */
  recalls?: boolean;
}

interface Sent extends CodeSent {
  waitSeconds?: number;
  isRecalled?: boolean;
}

const FOUR_DIGITS = 4;

/** The code's dialog, which opens when `begin` is told of a code that was sent. */
export function useCode({ heading, onLoggedIn, recalls = false }: Options) {
  const [sent, setSent] = useState<Sent | undefined>(() => (recalls ? recalled() : undefined));

  function begin(email: string, answer: Said): void {
    const next = { email, digits: answer.data?.digits ?? FOUR_DIGITS };
    rememberCode(next);
    dropOtherAddress();
    setSent(next);
  }

  // When the dialog is open: said before, it would lie under its backdrop.
  useEffect(() => {
    if (sent && !sent.isRecalled) toast(CODE_SENT);
  }, [sent]);

  const dialog = sent && (
    <CodeDialog
      key={sent.digits}
      heading={heading}
      email={sent.email}
      digits={sent.digits}
      waitSeconds={sent.waitSeconds}
      onClose={() => setSent(undefined)}
      onSubmit={async (code) => {
        const answer = await verify(sent.email, code);
        if (answer.status === 'error') return answer.message;
        setSent(undefined);
        onLoggedIn(answer);
        return undefined;
      }}
      onResend={async () => {
        const answer = await askForAnotherCode(sent.email);
        if (answer.status === 'error') return answer.message;
        begin(sent.email, answer);
        return undefined;
      }}
    >
      <button
        type="button"
        className="text-link id-resend"
        onClick={() => {
          forgetCode();
          setSent(undefined);
        }}
      >
        Use another address
      </button>
    </CodeDialog>
  );
  return { begin, dialog };
}

function recalled(): Sent | undefined {
  const sent = recallCode();
  return sent && { ...sent, isRecalled: true };
}

/** A reload of the page shall open the code's step again, though its address was the wish for another one. */
function dropOtherAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('other')) return;
  url.searchParams.delete('other');
  history.replaceState(history.state, '', url);
}
