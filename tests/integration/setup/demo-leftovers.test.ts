import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importContent } from '#lib/content/publishing/import-content.server.ts';
import { changesToHide } from '#lib/content/publishing/own-texts.server.ts';
import { publish } from '#lib/content/publishing/save-documents.server.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { checkContent } from '#lib/operations/doctor/check-content.server.ts';
import { demoLeftovers } from '#lib/operations/setup/demo-leftovers.server.ts';
import { missingLegalDetails } from '#lib/operations/setup/missing-legal-details.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { writeOwnersFolder } from '#support/own-shop/owners-folder.ts';
import { temporaryDir } from '#support/shop-process.ts';

const tempDir = temporaryDir('demo-leftovers');
afterAll(tempDir.remove);

onBothEngines('the list of remaining demo content', (open, engine) => {
  async function setUp() {
    const db = await open();
    const shop = { db, settings: loadSettings({ DATA_DIR: join(tempDir.dir, engine) }), now: () => 1 };
    return { db, shop };
  }

  test('and the legal checks report each address field that still has the demo’s value', async () => {
    const { db, shop } = await setUp();
    const setSetting = (field: string, value: string) => setFields(shop, SETTINGS, { [field]: value });
    const isAddressMissing = () => missingLegalDetails(db).some((line) => line.startsWith('address:'));
    await setSetting('address.mobile', '9123456780');
    expect(isAddressMissing()).toBe(true);
    const { text } = await checkContent(db, { mode: 'live' });
    expect(text).toContain('address.address, address.email, grievance.name');
    expect(text).not.toContain('address.mobile');
    await setSetting('address.email', 'hello@kora.in');
    await setSetting('address.address', '12 MG Road, Kochi, Kerala 682016');
    expect(isAddressMissing()).toBe(false);
    await setSetting('address.mobile', '');
    expect(isAddressMissing()).toBe(true);
  });

  test('initially contains fields, drawings and texts, each with the command that changes it', async () => {
    const { db } = await setUp();
    const leftovers = demoLeftovers(db).map(({ line }) => line);
    expect(leftovers).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^hours = \[.*PST.*: settings set hours '\[…\]'$/),
        'numbers.order = "TA": settings set numbers.order "…"',
        expect.stringMatching(/^socials = \[.*: settings set socials/),
        'slides: content edit slides',
        'look.logo, the demo’s drawing: content edit look',
        'blog/mending: content edit blog/mending or content hide blog/mending',
        'faq/fabrics-and-care: content edit faq/fabrics-and-care or content hide faq/fabrics-and-care',
        'policies/returns-policy: content edit policies/returns-policy',
      ]),
    );
  });

  test('omits changed fields and hidden texts, but not the unchanged fields of the same address', async () => {
    const { db, shop } = await setUp();
    await setFields(shop, SETTINGS, { 'address.mobile': '9000000001' });
    await publish(shop, changesToHide(shop, 'blog').changes);
    const leftovers = demoLeftovers(db)
      .map(({ line }) => line)
      .join('\n');
    expect(leftovers).not.toMatch(/address\.mobile|blog\//);
    expect(leftovers).toContain('address.email = "hello@taana.example": settings set address.email "…"');
  });

  test('contains only policies if the shop has imported or hidden everything else', async () => {
    const { db, shop } = await setUp();
    const { texts } = await writeOwnersFolder(join(tempDir.dir, `${engine}-folder`));
    await importContent(shop, texts, { isDryRun: false, show: () => {} });
    for (const folder of ['blog', 'faq']) {
      await publish(shop, changesToHide(shop, folder).changes);
    }
    const leftovers = demoLeftovers(db);
    expect(leftovers.filter(({ path }) => !path.startsWith('policies/'))).toEqual([]);
    expect(leftovers).toHaveLength(4);
  });
});
