import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ExchangeForm } from '#islands/exchanges/ExchangeForm.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import type { ExchangeableLine } from '#lib/exchanges/exchange-lines.ts';

/** Opens the exchange dialog over the page of an order; it closes by itself when the request has arrived. */
export function openExchange(trigger: HTMLElement): void {
  const { exchange: orderId, token, lines = '[]' } = trigger.dataset;
  if (!orderId || document.querySelector('[data-exchange-dialog]')) return;
  const place = document.createElement('div');
  place.dataset.exchangeDialog = '';
  document.body.append(place);
  const root = createRoot(place);

  function close(): void {
    root.unmount();
    place.remove();
  }

  root.render(<ExchangeDialog orderId={orderId} token={token} lines={JSON.parse(lines)} onClose={close} />);
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
