import { escapeMarkup } from '#lib/platform/html/markup.ts';
import { NOT_AVAILABLE, type ShopSettings } from '#lib/shop/shop-settings.ts';

/** `{{ shop.name }}`: facts of the shop in its texts. */
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

/** A fact that the shop has not given reads as not available; a test finds names that no fact has. */
export function fillPlaceholders(html: string, settings: ShopSettings): string {
  const values = placeholderValues(settings);
  return html.replace(PLACEHOLDER, (_all, name: string) => escapeMarkup(values.get(name) || NOT_AVAILABLE));
}

export function unknownPlaceholders(text: string, settings: ShopSettings): string[] {
  const values = placeholderValues(settings);
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name).filter((name) => !values.has(name));
}

function placeholderValues({ name, legalName, gstin, address, grievance }: ShopSettings): Map<string, string> {
  return new Map([
    ['shop.name', name],
    ['shop.legalName', legalName],
    ['shop.gstin', gstin],
    ['shop.email', address.email],
    ['shop.mobile', address.mobile],
    ['shop.address', address.address],
    ...Object.entries(grievance).map(([key, value]) => [`grievance.${key}`, value] as const),
  ]);
}
