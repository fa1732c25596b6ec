import './payment-dialog.css';
import { useEffect, useRef } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { toast } from '#islands/ui/toast.ts';
import { frameMessage, paymentResult } from '#lib/payments/payments.client.ts';
import { PAYMENT_HEADING } from '#lib/payments/payments.ts';

const ASK_EVERY_MS = 2_000;

interface Props {
  orderId: string;
  frame: string;
  next: string;
  onClose: () => void;
}

/**
 * The payment dialog (specification, section 2): full screen, framing the shop's own payment page. The frame only hints at
 * what has happened; the shop itself is asked, also when the frame says nothing.
 */
export function PaymentDialog({ orderId, frame, next, onClose }: Props) {
  const framed = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    let isOver = false;
    async function ask(): Promise<void> {
      const result = await paymentResult(orderId, frame);
      if (isOver || !result || result.paymentStatus === 'unpaid') return;
      isOver = true;
      const isPlaced = result.paymentStatus === 'paid' || result.paymentStatus === 'cod';
      location.assign(isPlaced ? `${next}?placed=1` : next);
    }
    function listen(event: MessageEvent): void {
      if (event.origin !== location.origin || event.source !== framed.current?.contentWindow) return;
      const state = frameMessage(event.data, orderId);
      if (state === 'abandoned') {
        toast('Your order is kept for 30 minutes.');
        onClose();
      } else if (state) void ask();
    }
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void ask();
    }, ASK_EVERY_MS);
    addEventListener('message', listen);
    return () => {
      isOver = true;
      clearInterval(asking);
      removeEventListener('message', listen);
    };
  }, [orderId, frame, next, onClose]);

  return (
    <Dialog heading={PAYMENT_HEADING} onClose={onClose} className="payment-dialog">
      <iframe ref={framed} src={frame} title={PAYMENT_HEADING} className="payment-frame" />
    </Dialog>
  );
}
