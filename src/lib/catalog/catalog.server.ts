import type { FacetValue, ListPage, ListQuery, ProductCard, ProductDetail } from '#lib/catalog/catalog.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';

export declare function listProducts(db: ShopDatabase, query: ListQuery): Promise<ListPage>;
export declare function showProduct(db: ShopDatabase, slug: string): Promise<ProductDetail | undefined>;
export declare function relatedProducts(db: ShopDatabase, product: ProductDetail, n: number): Promise<ProductCard[]>;
export declare function newArrivals(db: ShopDatabase, n: number): Promise<ProductCard[]>;
export declare function topSellers(db: ShopDatabase, n: number): Promise<ProductCard[]>;
export declare function featuredProducts(db: ShopDatabase, n: number): Promise<ProductCard[]>;
export declare function brandCounts(db: ShopDatabase): Promise<FacetValue[]>;
export declare function categoryCounts(db: ShopDatabase): Promise<FacetValue[]>;
export declare function variantFacets(db: ShopDatabase): Promise<{ size: string[]; age: string[]; color: string[] }>;
