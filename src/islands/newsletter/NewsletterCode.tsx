import { useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { askForCode, confirmCode, type MailedCode } from '#islands/newsletter/newsletter.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/newsletter/newsletter.ts';

interface Props {
  email: string;
  first: MailedCode;
  onDone: () => void;
  onClose: () => void;
}

/** Another code may have more digits. */
export function NewsletterCode({ email, first, onDone, onClose }: Props) {
  const [mailed, setMailed] = useState(first);

  async function submit(code: string): Promise<string | undefined> {
    const wrong = await confirmCode(email, mailed.otp, code);
    if (wrong) return wrong;
    onDone();
    toast(MESSAGES.done);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const answer = await askForCode(email);
    if ('failure' in answer) return answer.failure;
    setMailed(answer.mailed);
    toast(MESSAGES.sent);
    return undefined;
  }

  return (
    <CodeDialog
      key={mailed.digits}
      heading="Confirm your email"
      email={email}
      digits={mailed.digits}
      onSubmit={submit}
      onResend={resend}
      onClose={onClose}
    />
  );
}
