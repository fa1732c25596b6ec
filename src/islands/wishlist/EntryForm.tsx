import { type FormEvent, type ReactNode, useState } from 'react';

interface Props {
  action: string;
  className?: string;
  onSend: () => Promise<void>;
  children: ReactNode;
}

export function EntryForm({ action, className, onSend, children }: Props) {
  const [isSending, setIsSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    await onSend();
    setIsSending(false);
  }

  return (
    <form method="post" action={action} className={className} aria-busy={isSending || undefined} onSubmit={send}>
      {children}
    </form>
  );
}
