import type { Shop } from '#lib/platform/shop.server.ts';

/** The parts of the shop that an import needs. */
export type ImportShop = Pick<Shop, 'db' | 'now' | 'settings' | 'files' | 'pictures'>;
