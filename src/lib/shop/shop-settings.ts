import settings from '#content/settings.json' with { type: 'json' };

export type ShopSettings = typeof settings;

export const shopSettings: ShopSettings = settings;

/** Shown for a setting that is missing (product.md, "Contact"). */
export const NOT_AVAILABLE = 'N/A';
