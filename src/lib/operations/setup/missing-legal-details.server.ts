import { POLICIES, POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { fieldAt, setsField } from '#lib/platform/content/overlay.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { hasValidGstinCheckCharacter } from '#lib/primitives/gstin.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** The required contact details of the seller. */
export const CONTACT_FIELDS = ['address.address', 'address.email', 'address.mobile'] as const;
/** The required details of the grievance officer, except the designation, because the demo's suits any shop. */
export const OFFICER_FIELDS = ['grievance.name', 'grievance.email', 'grievance.mobile'] as const;

/**
 * Returns a line for each detail that the law requires, but that the shop lacks, under rules 4(2), 4(4) and 7(1) of the
 * Consumer Protection (E-Commerce) Rules, 2020, and the CGST Act. This is not legal advice.
 */
export function missingLegalDetails(db: ShopDatabase): string[] {
  const content = contentOf(db);
  const ownFields = content.ownFields(SETTINGS.path);
  const { gstin, gstScheme } = shopSettings(db);
  const isMissing = (...fields: readonly string[]) =>
    fields
      .map((field) => field.split('.'))
      .some((path) => !setsField(ownFields, path) || fieldAt(ownFields, path) === '');
  const unchangedPolicies = POLICY_SLUGS.filter(
    (slug) => content.ownTexts.get(POLICIES.path.replace('*', slug))?.state !== 'own',
  );
  return [
    ...(isMissing('legalName') ? ['legalName: the site must show the legal name (rule 4(2)).'] : []),
    ...(isMissing(...CONTACT_FIELDS)
      ? [
          'address: the site must show the postal address, an email address and a phone number for customers (rule 4(2)).',
        ]
      : []),
    ...(isMissing(...OFFICER_FIELDS)
      ? [
          'grievance: the site must show the name, designation, email address and phone number of a grievance officer (rule 4(4)).',
        ]
      : []),
    ...(isMissing('gstin')
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
    ...(unchangedPolicies.length > 0
      ? [
          `policies: ${unchangedPolicies.join(', ')} are unchanged from the demo. They are promises in your name (rule 7(1)). Read them and adapt them with content export and content import.`,
        ]
      : []),
  ];
}
