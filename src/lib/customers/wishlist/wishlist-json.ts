import {
  type ProductJson,
  type ProductSummaryJson,
  productJson,
  productSummaryJson,
} from '#lib/catalog/products/product-json.ts';
import type { WishlistEntry } from '#lib/customers/wishlist/wishlist.server.ts';

export interface WishlistEntryJson {
  _id: string;
  createdAt: string;
  product: ProductSummaryJson &
    Pick<ProductJson, 'variant_ids'> & { in_stock: boolean; rating: number; review_count: number };
}

export function wishlistEntryJson({ _id, createdAt, product }: WishlistEntry): WishlistEntryJson {
  const { variant_ids } = productJson(product);
  return {
    _id,
    createdAt: new Date(createdAt).toISOString(),
    product: {
      ...productSummaryJson(product),
      variant_ids,
      in_stock: product.inStock,
      rating: product.averageRating,
      review_count: product.ratingCount,
    },
  };
}
