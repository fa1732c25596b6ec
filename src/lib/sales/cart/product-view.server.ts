import { relatedProducts } from '#lib/catalog/listing/recommendations.server.ts';
import { availabilityTag } from '#lib/catalog/products/catalogue-tags.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { newestReviews } from '#lib/customers/reviews/read-reviews.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { productDelivery } from '#lib/sales/cart/delivery/product-delivery.server.ts';
import { quantityInUrl } from '#lib/sales/cart/rejected-quantity-path.server.ts';
import { CASH_TAG } from '#lib/sales/cash-rules/cash-rules.ts';

const RELATED_PRODUCTS = 4;
const SLUG_MAX_CHARACTERS = 200;

/** Reads the data and the cache tags of a product page. Returns undefined if the product is not for sale. */
export async function productView(shop: Pick<Shop, 'db' | 'cache' | 'now'>, slug: string, params: URLSearchParams) {
  const product = await showProduct(shop.db, slug);
  if (!product) return undefined;
  const relatedCards = await relatedProducts(shop, product, RELATED_PRODUCTS);
  const pincodeCheck = await productDelivery(shop, params.get('pincode'), product);
  return {
    pageProps: {
      product,
      relatedCards,
      pincodeCheck,
      quantityInput: quantityInUrl(params),
      isReviewing: params.has('editreview'),
      quickView: params.get('quickView')?.slice(0, SLUG_MAX_CHARACTERS),
    },
    newestReviews: product.ratingCount > 0 ? await newestReviews(shop.db, product._id) : [],
    tags: [
      `product:${slug}`,
      ...relatedCards.map((card) => availabilityTag(card.slug)),
      ...(pincodeCheck ? [CASH_TAG] : []),
    ],
  };
}
