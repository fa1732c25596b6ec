import { useEffect, useState } from 'react';
import { PaymentDialog } from '#islands/payments/PaymentDialog.tsx';
import { type UnpaidOrder, usePaymentResult } from '#islands/payments/use-payment-result.ts';
import { indianIsoDay, indianTimeOfDay, indianWeekdayAndDay } from '#lib/primitives/indian-time.ts';
import { FRAME_MESSAGES, type FrameState } from '#lib/sales/payments/frame.ts';
import { PAYMENT_HEADING } from '#lib/sales/payments/payments.ts';

/** The states of the frame after which the status is requested immediately. */
const REFRESH_STATES = new Set(['done', 'over', 'waiting', 'declined', 'abandoned']);

/**
 * Shows the payment status. `note` replaces the text about the hold. Without JavaScript, the button is a link to the
 * payment page, which the dialog shows in a frame.
 */
export function PaymentStatusPanel({ note, ...order }: UnpaidOrder & { note?: string | undefined }) {
  const [isOpen, setOpen] = useState<boolean>();
  const [frameState, setFrameState] = useState<FrameState>();
  const { heldUntil, refresh } = usePaymentResult(order);
  useEffect(() => setOpen(true), []);

  function onFrameState(state: FrameState): void {
    setFrameState(state);
    if (REFRESH_STATES.has(state)) void refresh();
    if (state === 'abandoned') setOpen(false);
  }

  return (
    <>
      <p className="mt-2 max-w-prose text-soft" role="status">
        {frameState === 'declined' ? `${FRAME_MESSAGES.declined} ` : ''}
        {note ?? holdText(heldUntil)}
      </p>
      <div className="mt-6 grid gap-3 sm:flex">
        {isOpen === undefined ? (
          <a className="button w-full sm:w-auto" href={order.framePath}>
            {PAYMENT_HEADING}
          </a>
        ) : (
          <button type="button" className="button w-full sm:w-auto" onClick={() => setOpen(true)}>
            {PAYMENT_HEADING}
          </button>
        )}
        <a className="button-quiet w-full sm:w-auto" href={order.orderPath}>
          See your order
        </a>
      </div>
      {isOpen && (
        <PaymentDialog
          orderId={order.orderId}
          framePath={order.framePath}
          onState={onFrameState}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function holdText(heldUntil: number | null): string {
  if (heldUntil === null)
    return 'We are no longer keeping the items for you. Choose how to pay, and we will keep them again if they are still in stock.';
  return `We are keeping the items for you until ${timeText(heldUntil)}. Your order is confirmed as soon as the payment arrives.`;
}

/** Returns the time of day, with the weekday and the day unless the day is today. */
function timeText(time: number): string {
  const isToday = indianIsoDay(time) === indianIsoDay(Date.now());
  return isToday ? indianTimeOfDay(time) : `${indianTimeOfDay(time)} on ${indianWeekdayAndDay(time)}`;
}
