import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ExchangeForm } from '#islands/support/ExchangeForm.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';

/** Opens the exchange dialog over the page of an order; it closes by itself when the request has arrived. */
export function openExchange(trigger: HTMLElement): void {
  const orderId = trigger.dataset.exchange;
  if (!orderId || document.querySelector('[data-exchange-dialog]')) return;
  const place = document.createElement('div');
  place.dataset.exchangeDialog = '';
  document.body.append(place);
  const root = createRoot(place);

  function close(): void {
    root.unmount();
    place.remove();
  }

  root.render(<ExchangeDialog orderId={orderId} onClose={close} />);
}

function ExchangeDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [isSending, setSending] = useState(false);
  return (
    <Dialog heading="Request an exchange" isBusy={isSending} onClose={onClose}>
      <ExchangeForm orderId={orderId} onSending={setSending} onDone={onClose} />
    </Dialog>
  );
}
