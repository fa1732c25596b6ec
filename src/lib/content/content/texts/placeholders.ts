import { escapeMarkup } from '#lib/platform/html/markup.ts';
import { DOCUMENT_NOTES, PRICE_NOTES, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { NOT_AVAILABLE } from '#lib/shop/settings/settings-json.ts';

/** Matches a placeholder such as `{{ shop.name }}`, which is replaced with data of the shop. */
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

const PLACEHOLDER_VALUES: Readonly<Record<string, (settings: ShopSettings) => string>> = {
  'shop.name': ({ name }) => name,
  'shop.legalName': ({ legalName }) => legalName,
  'shop.gstin': ({ gstin }) => gstin,
  'shop.priceNote': (settings) => PRICE_NOTES[taxSchemeOf(settings)],
  'shop.documentNote': (settings) => DOCUMENT_NOTES[taxSchemeOf(settings)],
  'shop.email': ({ address }) => address.email,
  'shop.mobile': ({ address }) => address.mobile,
  'shop.address': ({ address }) => address.address,
  'grievance.name': ({ grievance }) => grievance.name,
  'grievance.designation': ({ grievance }) => grievance.designation,
  'grievance.email': ({ grievance }) => grievance.email,
  'grievance.mobile': ({ grievance }) => grievance.mobile,
};

/** Returns HTML with its placeholders filled in. A placeholder that is unknown or has no value becomes "N/A". */
export function fillPlaceholders(html: string, settings: ShopSettings): string {
  return html.replace(PLACEHOLDER, (_placeholder, name: string) => escapeMarkup(placeholderValue(name, settings)));
}

/** Returns plain text with its placeholders filled in. A placeholder that is unknown or has no value becomes "N/A". */
export function fillPlaceholdersInText(text: string, settings: ShopSettings): string {
  return text.replace(PLACEHOLDER, (_placeholder, name: string) => placeholderValue(name, settings));
}

function placeholderValue(name: string, settings: ShopSettings): string {
  return PLACEHOLDER_VALUES[name]?.(settings) || NOT_AVAILABLE;
}

/** Returns the unknown placeholders in a text, with their positions and the known names. */
export function unknownPlaceholders(text: string): { name: string; offset: number; knownNames: string[] }[] {
  const knownNames = Object.keys(PLACEHOLDER_VALUES);
  return Array.from(text.matchAll(PLACEHOLDER), ({ index, 1: name = '' }) => ({
    name,
    offset: index,
    knownNames,
  })).filter(({ name }) => !knownNames.includes(name));
}
