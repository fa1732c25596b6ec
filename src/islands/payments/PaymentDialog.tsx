import './payment-dialog.css';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
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
export function PaymentDialog(props: Props) {
  const framed = useRef<HTMLIFrameElement>(null);
  const close = usePayment(framed, props);
  return (
    <Dialog heading={PAYMENT_HEADING} onClose={close} className="payment-dialog">
      <iframe ref={framed} src={props.frame} title={PAYMENT_HEADING} className="payment-frame" />
    </Dialog>
  );
}

function usePayment(framed: RefObject<HTMLIFrameElement | null>, { orderId, frame, next, onClose }: Props): () => void {
  const { state, leave } = useLeaving(frame);

  const closeKept = useCallback(() => {
    toast(KEPT);
    onClose();
  }, [onClose]);

  useEffect(() => {
    const result = watchResult({ orderId, frame, next }, () => {
      state.current = 'done';
    });
    const stopListening = listenToFrame(framed, orderId, (told) => {
      state.current = told;
      if (told === 'abandoned') closeKept();
      else if (ENDS.has(told)) result.ask();
    });
    return () => {
      result.stop();
      stopListening();
    };
  }, [framed, state, orderId, frame, next, closeKept]);

  return () => {
    leave();
    closeKept();
  };
}

/** `leave` gives the goods back; it is called when the page goes, too. `state` is what the frame has said last. */
function useLeaving(frame: string) {
  const state = useRef('');

  const leave = useCallback(() => {
    if (!KEEPS_GOODS.has(state.current)) leavePayment(frame);
  }, [frame]);

  useEffect(() => {
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [leave]);

  return { state, leave };
}

function watchResult({ orderId, frame, next }: Pick<Props, 'orderId' | 'frame' | 'next'>, onResult: () => void) {
  let isOver = false;

  async function ask(): Promise<void> {
    const result = await paymentResult(orderId, frame);
    if (isOver || !result || result.paymentStatus === 'unpaid') return;
    isOver = true;
    onResult();
    const isPlaced = result.paymentStatus === 'paid' || result.paymentStatus === 'cod';
    location.assign(isPlaced ? `${next}?placed=1` : next);
  }

  const asking = setInterval(() => {
    if (document.visibilityState === 'visible') void ask();
  }, ASK_EVERY_MS);
  return {
    ask: () => void ask(),
    stop() {
      isOver = true;
      clearInterval(asking);
    },
  };
}

/** Other frames and other sites may send messages, too. */
function listenToFrame(
  framed: RefObject<HTMLIFrameElement | null>,
  orderId: string,
  onTold: (told: string) => void,
): () => void {
  function listen(event: MessageEvent): void {
    if (event.origin !== location.origin || event.source !== framed.current?.contentWindow) return;
    const told = frameMessage(event.data, orderId);
    if (told !== undefined) onTold(told);
  }
  addEventListener('message', listen);
  return () => removeEventListener('message', listen);
}
