import type { ProductDetail } from '#lib/catalog/products/catalog.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

export interface WishlistCard
  extends Pick<
    ProductDetail,
    | 'slug'
    | 'name'
    | 'pricePaise'
    | 'discountPercentage'
    | 'minPaise'
    | 'maxPaise'
    | 'sellUnit'
    | 'averageRating'
    | 'ratingCount'
  > {
  _id: string;
  product: number;
  salePricePaise: number | undefined;
  picture: Pick<Picture, 'hash' | 'width' | 'height' | 'dominant'> | undefined;
  canBeBought: boolean;
  /** Whether a variant has to be chosen before the product can be added to the cart. */
  hasOptions: boolean;
}

export function wishlistCard({ _id, product }: { _id: string; product: ProductDetail }): WishlistCard {
  const { slug, name, picture, pricePaise, salePricePaise, discountPercentage } = product;
  const { minPaise, maxPaise, sellUnit, averageRating, ratingCount } = product;
  const price = { pricePaise, salePricePaise, discountPercentage, minPaise, maxPaise, sellUnit };
  return {
    _id,
    product: product._id,
    slug,
    name,
    picture: picture && {
      hash: picture.hash,
      width: picture.width,
      height: picture.height,
      dominant: picture.dominant,
    },
    ...price,
    averageRating,
    ratingCount,
    canBeBought: product.inStock || product.isPreOrder,
    hasOptions: product.options.length > 0 || product.variants.length === 0,
  };
}
