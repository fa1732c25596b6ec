import { POLICIES, POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { hasGstinCheckCharacter } from '#lib/primitives/gstin.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** By rules 4(2), 4(4), 7(1) of Consumer Protection (E-Commerce) Rules, 2020; CGST Act. No lawyer has read it. */
export function lawGaps(db: ShopDatabase): string[] {
  const content = contentOf(db);
  const own = content.own.get(SETTINGS.path);
  const mine: Partial<Record<string, unknown>> = own?.state === 'own' ? JSON.parse(own.body) : {};
  const { legalName, address, grievance, gstin, gstScheme } = shopSettings(db);
  const isMissing = (field: string, ...values: string[]) => !(field in mine) || values.some((value) => value === '');
  const policies = POLICY_SLUGS.filter((slug) => content.own.get(POLICIES.path.replace('*', slug))?.state !== 'own');
  return [
    ...(isMissing('legalName', legalName) ? ['legalName: the site must give the legal name (rule 4(2)).'] : []),
    ...(isMissing('address', address.address, address.email, address.mobile)
      ? ['address: the site must give the postal address, an e-mail address and a number for customers (rule 4(2)).']
      : []),
    ...(isMissing('grievance', ...Object.values(grievance))
      ? [
          'grievance: the site must give name, designation, e-mail address and number of a grievance officer (rule 4(4)).',
        ]
      : []),
    ...(isMissing('gstin', gstin)
      ? [
          'gstin: who sells goods to other states, or above the threshold, must be registered for GST (CGST Act, sections 22 and 24).',
        ]
      : []),
    ...(gstin !== '' && !hasGstinCheckCharacter(gstin)
      ? [`gstin: ${gstin} has a typing mistake, as its last character does not fit the others. It stands on invoices.`]
      : []),
    ...(gstin !== '' && gstScheme === 'composition'
      ? ['gstScheme: under the composition scheme goods may not be sold to other states (CGST Act, section 10(2)).']
      : []),
    ...(policies.length > 0
      ? [
          `policies: ${policies.join(', ')} are as they came. They promise in your name (rule 7(1)): read them, and make them yours by content export and import.`,
        ]
      : []),
  ];
}
