import { useEffect, useState } from 'react';
import { CodeDialog } from '#islands/identity/CodeDialog.tsx';
import { toast } from '#islands/ui/toast.ts';
import { CODE_SENT } from '#lib/identity/codes.ts';
import { askForAnotherCode, type LedOn, type Said, verify } from '#lib/identity/login.client.ts';

/** After the login: where to go and what to say there, unless the page that asked for it has something better to do. */
export type OnLoggedIn = (led: LedOn) => void;

const FOUR_DIGITS = 4;

/** The code's dialog, which opens when `begin` is told of a code that was sent. */
export function useCode(heading: string, onLoggedIn: OnLoggedIn) {
  const [sent, setSent] = useState<{ email: string; digits: number }>();

  function begin(email: string, answer: Said): void {
    setSent({ email, digits: answer.data?.digits ?? FOUR_DIGITS });
  }

  // When the dialog is open: said before, it would lie under its backdrop.
  useEffect(() => {
    if (sent) toast(CODE_SENT);
  }, [sent]);

  const dialog = sent && (
    <CodeDialog
      key={sent.digits}
      heading={heading}
      email={sent.email}
      digits={sent.digits}
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
    />
  );
  return { begin, dialog };
}
