import settings from '#content/settings.json' with { type: 'json' };

export type ShopSettings = typeof settings;

export const shopSettings: ShopSettings = settings;

export const NOT_AVAILABLE = 'N/A';
