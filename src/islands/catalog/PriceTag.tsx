import { effectivePaise, type Variant } from '#lib/catalog/catalog.ts';
import { discountPercentage } from '#lib/catalog/choose-variant.ts';
import { formatPaise } from '#lib/money/money.ts';

interface Props {
  variant: Pick<Variant, 'pricePaise' | 'salePricePaise'>;
  symbol: string;
  isMetre: boolean;
  className: string;
}

export function PriceTag({ variant, symbol, isMetre, className }: Props) {
  const now = effectivePaise(variant);
  const isReduced = now < variant.pricePaise;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <span className={isReduced ? 'font-semibold text-madder' : 'font-semibold'}>
        {symbol + formatPaise(now)}
        {isMetre && <span className="text-sm font-normal text-soft"> a metre</span>}
      </span>
      {isReduced && (
        <>
          <s className="text-sm text-soft">
            <span className="sr-only">instead of </span>
            {symbol + formatPaise(variant.pricePaise)}
          </s>
          <span className="text-sm font-semibold text-madder">{`${discountPercentage(variant)}% off`}</span>
        </>
      )}
    </p>
  );
}
