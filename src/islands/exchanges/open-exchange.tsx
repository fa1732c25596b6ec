import { useState } from 'react';
import { ExchangeForm } from '#islands/exchanges/ExchangeForm.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import type { ExchangeableLine } from '#lib/sales/exchanges/exchange.ts';

export function openExchange(trigger: HTMLElement): void {
  const { exchange: orderId, token, lines = '[]' } = trigger.dataset;
  if (!orderId) return;
  mountDialog((close) => <ExchangeDialog orderId={orderId} token={token} lines={JSON.parse(lines)} onClose={close} />, {
    name: 'exchange',
  });
}

interface Props {
  orderId: string;
  token: string | undefined;
  lines: ExchangeableLine[];
  onClose: () => void;
}

function ExchangeDialog({ onClose, ...order }: Props) {
  const [isSending, setSending] = useState(false);
  return (
    <Dialog heading="Request an exchange" isBusy={isSending} onClose={onClose}>
      <ExchangeForm {...order} onSending={setSending} onDone={onClose} />
    </Dialog>
  );
}
