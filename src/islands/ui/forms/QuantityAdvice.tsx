import { type ReactNode, useEffect, useRef } from 'react';
import { formatQuantity, type QuantityCheck } from '#lib/catalog/inventory/requested-quantity.ts';

interface Props {
  id: string;
  check: QuantityCheck | undefined;
  isMetre: boolean;
  /** Renders a link or button that chooses this quantity. */
  renderChoice: (quantity: number, label: string) => ReactNode;
}

/** Explains why a quantity can't be sold and what has replaced it in the field, and offers possible quantities. */
export function QuantityAdvice({ id, check, isMetre, renderChoice }: Props) {
  const advice = check?.kind === 'exact' ? undefined : check;
  const roundingNote = advice?.kind === 'rounded' ? ` Rounded up to ${formatQuantity(advice.quantity, isMetre)}.` : '';
  const note = useRef<HTMLParagraphElement>(null);
  const text = advice && advice.message + roundingNote;
  const shownText = useRef(text);

  // Scrolls to a new note, which the bar at the bottom of a product page may cover on a phone. `scroll-padding-bottom`
  // leaves room for the bar.
  useEffect(() => {
    if (shownText.current === text) return;
    shownText.current = text;
    if (!text || !note.current) return;
    note.current.nextElementSibling?.scrollIntoView({ block: 'nearest' });
    note.current.scrollIntoView({ block: 'nearest' });
  }, [text]);

  return (
    <>
      <p ref={note} id={advice && id} role="status" className={advice ? 'mt-1.5 font-semibold text-madder' : undefined}>
        {text}
      </p>
      {advice && advice.choices.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-2">
          {advice.choices.map((quantity) => renderChoice(quantity, `Take ${formatQuantity(quantity, isMetre)}`))}
        </p>
      )}
    </>
  );
}
