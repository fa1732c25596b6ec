import type { MouseEvent } from 'react';
import type { Choice } from '#lib/catalog/products/option-pickers.ts';
import type { Selection } from '#lib/catalog/products/selection.ts';

interface Props {
  id: string;
  choice: Choice;
  /** Whether the shopper has clicked the value, so that the hint is shown. */
  isRequested: boolean;
  href: string;
  onChoose: (selection: Selection, event: MouseEvent) => void;
}

/**
 * Shows, for example, "5-6 years comes in Papaya only" and a link that changes the other choice (product.md, "Product
 * page").
 */
export function ConflictHint({ id, choice: { conflict, selection }, isRequested, href, onChoose }: Props) {
  if (!conflict) return null;
  return (
    <p id={id} className="variant-conflict-hint" data-requested={isRequested || undefined}>
      {`${conflict.sentence} `}
      <a
        href={href}
        rel="nofollow"
        className="text-link"
        aria-describedby={id}
        onClick={(event) => onChoose(selection, event)}
      >
        {conflict.action}
      </a>
    </p>
  );
}
