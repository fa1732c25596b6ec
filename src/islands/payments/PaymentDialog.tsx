import './payment-dialog.css';
import { useEffect, useRef } from 'react';
import { readFrameState } from '#islands/payments/payments.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import type { FrameState } from '#lib/sales/payments/frame.ts';
import { PAYMENT_HEADING } from '#lib/sales/payments/payments.ts';

interface Props {
  orderId: string;
  framePath: string;
  /** Called with the state of the frame. Only the server decides whether the order is paid (product.md, "Payment"). */
  onState: (state: FrameState) => void;
  onClose: () => void;
}

/** Shows the payment page in a frame. Closing the dialog keeps the hold; "Pay later" in the frame releases the hold. */
export function PaymentDialog({ orderId, framePath, onState, onClose }: Props) {
  const iframe = useRef<HTMLIFrameElement>(null);

  // Handles messages from the dialog's frame, but not messages from other frames or sites.
  useEffect(() => {
    function onMessage(event: MessageEvent): void {
      if (event.origin !== location.origin || event.source !== iframe.current?.contentWindow) return;
      const state = readFrameState(event.data, orderId);
      if (state !== undefined) onState(state);
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  });

  return (
    <Dialog heading={PAYMENT_HEADING} onClose={onClose} className="payment-dialog">
      <iframe ref={iframe} src={framePath} title={PAYMENT_HEADING} className="payment-frame" />
    </Dialog>
  );
}
