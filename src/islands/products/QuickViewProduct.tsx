import { useState } from 'react';
import { BuyBox } from '#islands/products/BuyBox.tsx';
import { ClothCard } from '#islands/products/ClothCard.tsx';
import { buyableProductFromJson } from '#islands/products/catalog.client.ts';
import { colorOf } from '#lib/catalog/products/buyable-product.ts';
import { isPictureShown, picturesByColor } from '#lib/catalog/products/gallery.ts';
import type { ImageJson, ProductJson } from '#lib/catalog/products/product-json.ts';
import { initialSelection, selectionHref } from '#lib/catalog/products/selection.ts';
import { pictureSrcset, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { plural } from '#lib/primitives/plural.ts';

interface Props {
  product: ProductJson;
  currencySymbol: string;
}

const SIZES = '(min-width: 48.0625rem) 26rem, 92vw';
const MAX_PICTURES = 4;
const LIGHT_SIZES = '10rem';
/** This component is rendered only in the browser, so it can read the document. */
const isLight = () => 'light' in document.documentElement.dataset;

export function QuickViewProduct({ product, currencySymbol }: Props) {
  const [buyableProduct] = useState(() => buyableProductFromJson(product));
  const [selection, setSelection] = useState(() => initialSelection(buyableProduct));
  const color = colorOf(buyableProduct, selection);
  return (
    <div className="quick-view-parts">
      <Pictures key={color} product={product} color={color} />
      <div>
        {product.brand && <p className="text-soft">{product.brand}</p>}
        <h3 className="text-xl">{product.name}</h3>
        {product.rating_count > 0 && (
          <p className="text-xs text-soft">{`${product.average_rating.toFixed(1)} out of 5, ${product.rating_count} ${plural(product.rating_count, 'review')}`}</p>
        )}
        <p className="mt-2 mb-4">{product.content}</p>
        <BuyBox isQuickView product={buyableProduct} currencySymbol={currencySymbol} onSelect={setSelection} />
        <p className="mt-2">
          <a className="text-link inline-flex min-h-11 items-center" href={selectionHref(buyableProduct, selection)}>
            All details
          </a>
        </p>
      </div>
    </div>
  );
}

function Pictures({ product, color }: Pick<Props, 'product'> & { color: ReturnType<typeof colorOf> }) {
  const images = product.images.map((image) => ({ ...image, color: image.color ?? undefined }));
  const shownImages = picturesByColor(images, color).filter((image) => isPictureShown(images, image, color));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list is scrolled by keyboard and has no focusable items.
    <ul className="rail quick-view-pictures" aria-label="Pictures" tabIndex={0}>
      {shownImages.slice(0, isLight() ? 1 : MAX_PICTURES).map((image) => (
        <li key={image.hash} className="quick-view-picture">
          <Picture image={image} />
        </li>
      ))}
      {shownImages.length === 0 && (
        <li className="quick-view-picture">
          <ClothCard productId={Number(product._id)} name={product.name} />
        </li>
      )}
    </ul>
  );
}

function Picture({ image }: { image: Pick<ImageJson, 'hash' | 'alt' | 'width' | 'height'> }) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSrcset(image, 'avif')} sizes={isLight() ? LIGHT_SIZES : SIZES} />
      <img
        className="size-full object-cover"
        src={pictureUrl(image.hash, 480, 'webp')}
        alt={image.alt}
        width={image.width}
        height={image.height}
        decoding="async"
      />
    </picture>
  );
}
