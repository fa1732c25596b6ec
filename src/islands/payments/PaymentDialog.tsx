import './payment-dialog.css';
import { useCallback, useEffect, useRef } from 'react';
import { frameMessage, leavePayment, paymentResult } from '#islands/payments/payments.client.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { toast } from '#islands/ui/toast.ts';
import { PAYMENT_HEADING } from '#lib/payments/payments.ts';

const ASK_EVERY_MS = 2_000;
/** The shopper goes to the gateway's own page, or has paid: the goods stay reserved. */
const KEEPS_GOODS = new Set(['leaving', 'waiting', 'done']);
const KEPT = 'Your order is kept: its goods are put aside again when you come back to pay.';
const ENDS = new Set(['done', 'over', 'waiting', 'declined']);

interface Props {
  orderId: string;
  frame: string;
  next: string;
  onClose: () => void;
}

/** What its frame says is only a hint: the shop itself is asked (product.md, "Payment"). */
export function PaymentDialog({ orderId, frame, next, onClose }: Props) {
  const framed = useRef<HTMLIFrameElement>(null);

  const state = useRef('');

  const leave = useCallback(() => {
    if (!KEEPS_GOODS.has(state.current)) leavePayment(frame);
  }, [frame]);

  useEffect(() => {
    let isOver = false;
    async function ask(): Promise<void> {
      const result = await paymentResult(orderId, frame);
      if (isOver || !result || result.paymentStatus === 'unpaid') return;
      isOver = true;
      state.current = 'done';
      const isPlaced = result.paymentStatus === 'paid' || result.paymentStatus === 'cod';
      location.assign(isPlaced ? `${next}?placed=1` : next);
    }
    function listen(event: MessageEvent): void {
      if (event.origin !== location.origin || event.source !== framed.current?.contentWindow) return;
      const told = frameMessage(event.data, orderId);
      if (told === undefined) return;
      state.current = told;
      if (told === 'abandoned') {
        toast(KEPT);
        onClose();
      } else if (ENDS.has(told)) void ask();
    }
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void ask();
    }, ASK_EVERY_MS);
    addEventListener('message', listen);
    addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      clearInterval(asking);
      removeEventListener('message', listen);
      removeEventListener('pagehide', leave);
    };
  }, [orderId, frame, next, onClose, leave]);

  function close(): void {
    leave();
    toast(KEPT);
    onClose();
  }

  return (
    <Dialog heading={PAYMENT_HEADING} onClose={close} className="payment-dialog">
      <iframe ref={framed} src={frame} title={PAYMENT_HEADING} className="payment-frame" />
    </Dialog>
  );
}
