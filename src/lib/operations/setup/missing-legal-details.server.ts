import { POLICIES, POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { hasValidGstinCheckCharacter } from '#lib/primitives/gstin.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * What the law requires and the shop does not have, one line each: rules 4(2), 4(4) and 7(1) of the Consumer Protection
 * (E-Commerce) Rules, 2020, and the CGST Act. Not legal advice.
 */
export function missingLegalDetails(db: ShopDatabase): string[] {
  const content = contentOf(db);
  const own = content.own.get(SETTINGS.path);
  const ownFields: Partial<Record<string, unknown>> = own?.state === 'own' ? JSON.parse(own.body) : {};
  const { legalName, address, grievance, gstin, gstScheme } = shopSettings(db);
  const isMissing = (field: string, ...values: string[]) =>
    !(field in ownFields) || values.some((value) => value === '');
  const policies = POLICY_SLUGS.filter((slug) => content.own.get(POLICIES.path.replace('*', slug))?.state !== 'own');
  return [
    ...(isMissing('legalName', legalName) ? ['legalName: the site must show the legal name (rule 4(2)).'] : []),
    ...(isMissing('address', address.address, address.email, address.mobile)
      ? [
          'address: the site must show the postal address, an email address and a phone number for customers (rule 4(2)).',
        ]
      : []),
    ...(isMissing('grievance', ...Object.values(grievance))
      ? [
          'grievance: the site must show the name, designation, email address and phone number of a grievance officer (rule 4(4)).',
        ]
      : []),
    ...(isMissing('gstin', gstin)
      ? [
          'gstin: a seller to other states, or above the turnover threshold, must be registered for GST (CGST Act, sections 22 and 24).',
        ]
      : []),
    ...(gstin !== '' && !hasValidGstinCheckCharacter(gstin)
      ? [`gstin: ${gstin} has a typing mistake: its check character is wrong. The GSTIN is printed on invoices.`]
      : []),
    ...(gstin !== '' && gstScheme === 'composition'
      ? ['gstScheme: sellers under the composition scheme must not sell to other states (CGST Act, section 10(2)).']
      : []),
    ...(policies.length > 0
      ? [
          `policies: ${policies.join(', ')} are unchanged from the demo. They are promises in your name (rule 7(1)). Read them and adapt them with content export and content import.`,
        ]
      : []),
  ];
}
