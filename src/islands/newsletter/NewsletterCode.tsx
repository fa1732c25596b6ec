import { useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { confirmCode, type MailedCode, requestCode } from '#islands/newsletter/newsletter.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/customers/newsletter/newsletter.ts';

interface Props {
  email: string;
  initialCode: MailedCode;
  onDone: () => void;
  onClose: () => void;
}

/** The key replaces the boxes if a new code has a different number of digits. */
export function NewsletterCode({ onClose, ...props }: Props) {
  const { digits, submit, resend } = useMailedCode(props);
  return (
    <CodeDialog
      key={digits}
      heading="Confirm your email"
      email={props.email}
      digits={digits}
      onSubmit={submit}
      onResend={resend}
      onClose={onClose}
    />
  );
}

function useMailedCode({ email, initialCode, onDone }: Omit<Props, 'onClose'>) {
  const [mailedCode, setMailedCode] = useState(initialCode);

  async function submit(code: string): Promise<string | undefined> {
    const error = await confirmCode(email, mailedCode.otp, code);
    if (error) return error;
    onDone();
    toast(MESSAGES.done);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestCode(email);
    if ('failure' in response) return response.failure;
    setMailedCode(response.mailedCode);
    toast(MESSAGES.sent);
    return undefined;
  }

  return { digits: mailedCode.digits, submit, resend };
}
