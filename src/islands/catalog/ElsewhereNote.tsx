import type { MouseEvent } from 'react';
import type { Choice, ShownVariant } from '#lib/catalog/choose-variant.ts';

interface Props {
  id: string;
  choice: Choice;
  isAsked: boolean;
  href: string;
  onChoose: (event: MouseEvent, variant: ShownVariant) => void;
}

/** "5-6 years comes in Papaya only", and the link that changes the colour (product.md, "Product page"). */
export function ElsewhereNote({ id, choice: { elsewhere, variant }, isAsked, href, onChoose }: Props) {
  if (!elsewhere) return null;
  return (
    <p id={id} className="variant-elsewhere" data-asked={isAsked || undefined}>
      {`${elsewhere.sentence} `}
      <a
        href={href}
        rel="nofollow"
        className="text-link"
        aria-describedby={id}
        onClick={(event) => onChoose(event, variant)}
      >
        {elsewhere.action}
      </a>
    </p>
  );
}
