import type { Shop } from '#lib/platform/shop.server.ts';

export type ShippingShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'log' | 'upstreams' | 'files'> & {
  settings: Pick<Shop['settings'], 'shiprocket' | 'siteUrl' | 'dataDir'>;
};
