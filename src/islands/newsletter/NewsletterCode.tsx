import { useState } from 'react';
import { CodeDialog } from '#islands/auth/CodeDialog.tsx';
import { type CodeChallenge, confirmCode, requestCode } from '#islands/newsletter/newsletter.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/customers/newsletter/newsletter.ts';

interface Props {
  email: string;
  initialChallenge: CodeChallenge;
  onDone: () => void;
  onClose: () => void;
}

export function NewsletterCode({ email, initialChallenge, onDone, onClose }: Props) {
  const [{ otp, digits }, setChallenge] = useState(initialChallenge);

  async function submit(code: string): Promise<string | undefined> {
    const error = await confirmCode(email, otp, code);
    if (error) return error;
    onDone();
    toast(MESSAGES.done);
    return undefined;
  }

  async function resend(): Promise<string | undefined> {
    const response = await requestCode(email);
    if ('failure' in response) return response.failure;
    setChallenge(response.challenge);
    toast(MESSAGES.sent);
    return undefined;
  }

  return (
    <CodeDialog
      // React replaces the boxes if a new code has a different number of digits.
      key={digits}
      heading="Confirm your email"
      email={email}
      digitCount={digits}
      onSubmit={submit}
      onResend={resend}
      onClose={onClose}
    />
  );
}
