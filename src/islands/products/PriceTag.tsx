import { discountPercentage } from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import type { Offer } from '#lib/catalog/products/selection.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

interface Props {
  offer: Pick<Offer, 'cheapestVariant' | 'hasHigherPrices'>;
  currencySymbol: string;
  isMetre: boolean;
  className: string;
  /** Whether to show only the current price, because there is little space. */
  isShort?: boolean;
}

export function PriceTag({
  offer: { cheapestVariant: variant, hasHigherPrices },
  currencySymbol,
  isMetre,
  className,
  isShort = false,
}: Props) {
  const currentPaise = effectivePaise(variant);
  const isReduced = currentPaise < variant.pricePaise;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <span className={isReduced ? 'font-semibold text-madder' : 'font-semibold'}>
        {hasHigherPrices && <span className="text-sm font-normal text-soft">from </span>}
        {currencySymbol + formatPaise(currentPaise)}
        {isMetre && <span className="text-sm font-normal text-soft"> a metre</span>}
      </span>
      {isReduced && !isShort && (
        <>
          <s className="text-sm text-soft">
            <span className="sr-only">instead of </span>
            {currencySymbol + formatPaise(variant.pricePaise)}
          </s>
          <span className="text-sm font-semibold text-madder">{`${discountPercentage(variant)}% off`}</span>
        </>
      )}
    </p>
  );
}
