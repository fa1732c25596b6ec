import { type MouseEvent, useId, useState } from 'react';
import { PriceTag } from '#islands/catalog/PriceTag.tsx';
import { QuantityField } from '#islands/catalog/QuantityField.tsx';
import { VariantPicker } from '#islands/catalog/VariantPicker.tsx';
import { isPlainClick } from '#islands/ui/is-plain-click.ts';
import { useQuantity } from '#islands/ui/use-quantity.ts';
import { ADD_TO_CART, isOutOfStock, OUT_OF_STOCK } from '#lib/catalog/catalog.ts';
import {
  type BuyableProduct,
  chosenVariant,
  colorOf,
  lowStockText,
  pickersOf,
  type ShownVariant,
  stockLabel,
  variantHref,
} from '#lib/catalog/choose-variant.ts';
import { quantityRules } from '#lib/inventory/asked-quantity.ts';
import { RESTOCK_LINK, restockPath } from '#lib/restock/restock.ts';

interface Props {
  product: BuyableProduct;
  chosenId?: string | undefined;
  symbol: string;
  sizeGuideId?: string | undefined;
  isPage?: boolean;
  /** The quantity of the address: what was typed into a form without a script. */
  typedQuantity?: string | undefined;
  onChoose?: (variant: ShownVariant) => void;
}

export function BuyBox(props: Props) {
  const { product, symbol, sizeGuideId, isPage = false } = props;
  const { variant, picked, choose } = useChoice(props);
  if (!variant) return <p>{OUT_OF_STOCK}</p>;
  const isMetre = product.sellUnit === 'metre';
  return (
    <div className="grid gap-5">
      <Price {...{ variant, symbol, isMetre }} />
      {pickersOf(product, variant, picked).map((picker, option) => (
        <VariantPicker
          key={picker.label}
          picker={picker}
          hrefOf={(next) => variantHref(product, next)}
          onChoose={(event, next) => choose(event, option, next)}
          sizeGuideId={sizeGuideId}
        />
      ))}
      <Stock product={product} variant={variant} />
      <BuyForm
        product={product}
        variant={variant}
        symbol={symbol}
        isPage={isPage}
        typedQuantity={props.typedQuantity}
      />
    </div>
  );
}

function useChoice({ product, chosenId, isPage, onChoose }: Props) {
  const [variant, setVariant] = useState(() => chosenVariant(product.variants, chosenId));
  const [picked, setPicked] = useState(() => pickedOptions(product, chosenId));

  function choose(event: MouseEvent, option: number, next: ShownVariant): void {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setVariant(next);
    setPicked(new Set([...picked, option]));
    onChoose?.(next);
    if (isPage) showOnPage(product, next);
  }

  return { variant, picked, choose };
}

function Price({ variant, symbol, isMetre }: Pick<FormProps, 'variant' | 'symbol'> & Unit) {
  return (
    <div>
      <PriceTag variant={variant} symbol={symbol} isMetre={isMetre} className="text-lg" />
      <p className="mt-0.5 text-xs text-soft">MRP, inclusive of all taxes</p>
    </div>
  );
}

function Stock({ product, variant }: Pick<Props, 'product'> & { variant: ShownVariant }) {
  const lowStock = lowStockText(variant, product.sellUnit);
  return (
    <p className="flex flex-wrap gap-x-3 font-semibold" role="status">
      <span className={isOutOfStock(variant) ? 'text-madder' : 'text-leaf'}>{stockLabel(variant)}</span>{' '}
      {lowStock && <span className="text-madder">{lowStock}</span>}
    </p>
  );
}

/** An address that names a variant names all of its values. */
function pickedOptions({ options, variants }: BuyableProduct, chosenId: string | undefined): ReadonlySet<number> {
  const isNamed = variants.some(({ _id }) => String(_id) === chosenId);
  return new Set(isNamed ? options.keys() : []);
}

interface Unit {
  isMetre: boolean;
}

interface FormProps extends Pick<Props, 'product' | 'symbol' | 'isPage' | 'typedQuantity'> {
  variant: ShownVariant;
}

function BuyForm({ product, variant, symbol, isPage, typedQuantity }: FormProps) {
  const id = useId();
  const isSoldOut = isOutOfStock(variant);
  const isMetre = product.sellUnit === 'metre';
  const rules = quantityRules(product, variant);
  const quantity = useQuantity(typedQuantity ?? String(rules.min), rules);
  return (
    <form method="post" action="/public/cart/create" className="grid gap-4" data-add-to-cart>
      <input type="hidden" name="product" value={product._id} />
      <input type="hidden" name="variant" value={variant._id} />
      {isSoldOut ? (
        <a className="button-quiet" href={restockPath(variant._id)} rel="nofollow">
          {RESTOCK_LINK}
        </a>
      ) : (
        <QuantityField
          id={`${id}quantity`}
          rules={rules}
          quantity={quantity}
          variant={variant}
          symbol={symbol}
          href={variantHref(product, variant)}
        />
      )}
      <BuyBar {...{ variant, symbol, isMetre, isPage }} />
    </form>
  );
}

function BuyBar({ variant, symbol, isMetre, isPage }: Pick<FormProps, 'variant' | 'symbol' | 'isPage'> & Unit) {
  const isSoldOut = isOutOfStock(variant);
  return (
    <div className={isPage ? 'buy-bar' : 'quick-bar'}>
      {isPage && (
        <div className="lg:hidden">
          <PriceTag variant={variant} symbol={symbol} isMetre={isMetre} className="text-base" />
        </div>
      )}
      <button type="submit" className="button w-full" disabled={isSoldOut}>
        {isSoldOut ? OUT_OF_STOCK : ADD_TO_CART}
      </button>
    </div>
  );
}

/** The address follows the choice, so that it can be shared and reloaded; the gallery listens for the event. */
function showOnPage(product: BuyableProduct, variant: ShownVariant): void {
  history.replaceState(history.state, '', variantHref(product, variant) + location.search + location.hash);
  document.dispatchEvent(new CustomEvent('shop:variant', { detail: { color: colorOf(product, variant) } }));
}
