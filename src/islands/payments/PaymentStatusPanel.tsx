import { useEffect, useState } from 'react';
import { PaymentDialog } from '#islands/payments/PaymentDialog.tsx';
import { PAYMENT_HEADING } from '#lib/payments/payments.ts';

interface Props {
  orderId: string;
  frame: string;
  next: string;
}

/** Without the script the button is a link to the page that the dialog frames. */
export function PaymentStatusPanel(props: Props) {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => setOpen(true), []);
  return (
    <>
      {isOpen === undefined ? (
        <a className="button w-full sm:w-auto" href={props.frame}>
          {PAYMENT_HEADING}
        </a>
      ) : (
        <button type="button" className="button w-full sm:w-auto" onClick={() => setOpen(true)}>
          {PAYMENT_HEADING}
        </button>
      )}
      {isOpen && <PaymentDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
