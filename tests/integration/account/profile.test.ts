import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { profileJson, updateProfile } from '#lib/sales/account/profile.server.ts';
import { PROFILE_MESSAGES } from '#lib/sales/account/profile.ts';
import { changeProfileImage, readProfileImage, removeProfileImage } from '#lib/sales/account/profile-image.server.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';

const NOW = Date.parse('2026-11-21T12:00:00+05:30');

onBothEngines('the profile', (open) => {
  const dir = mkdtempSync(join(tmpdir(), 'profile-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  async function setUp() {
    const db = await open();
    const asha = await addCustomer(db);
    const files = openFileStore({ dataDir: dir });
    const shop = { db, files, log: pino({ level: 'silent' }), now: () => NOW };
    const customer = async () => {
      const session = await readSession({ db, now: Date.now }, asha.token);
      if (!session) throw new Error('no session');
      return session.customer;
    };
    const keys = async () => {
      const stored: string[] = [];
      for await (const { key } of files.list()) stored.push(key);
      return stored;
    };
    const picture = () => {
      const path = join(dir, `upload-${Math.random()}`);
      writeFileSync(path, 'webp');
      return { field: 'image', name: 'me.webp', kind: 'webp' as const, bytes: 4, path };
    };
    return { db, shop, asha, customer, keys, picture };
  }

  test('changes the given fields and keeps the others', async () => {
    const { db, shop, customer } = await setUp();
    const before = await customer();
    expect(profileJson(before)).toMatchObject({ name: 'Asha Rao', gender: '', dob: '', featured_image: null });
    const changed = await updateProfile(shop, { name: 'Asha Menon', gender: 'female', dob: '1990-02-28' }, before);
    expect(changed).toEqual({
      _id: before.id,
      email: before.email,
      name: 'Asha Menon',
      mobile: '9876543210',
      gender: 'female',
      dob: '1990-02-28',
      featured_image: null,
    });
    expect(profileJson(await customer())).toEqual(changed);
    const row = await db.write.selectFrom('customer').select('updated_at').executeTakeFirstOrThrow();
    expect(Number(row.updated_at)).toBe(NOW);
    expect(await updateProfile(shop, { mobile: '9000000001' }, await customer())).toEqual({
      ...changed,
      mobile: '9000000001',
    });
    expect(await updateProfile(shop, { gender: '', dob: '' }, await customer())).toMatchObject({ gender: '', dob: '' });
    const { gender, dob } = await customer();
    expect([gender, dob]).toEqual([null, null]);
  });

  test('rejects a date of birth less than 15 years ago by the shop’s clock, and changes nothing', async () => {
    const { shop, customer } = await setUp();
    const refused = updateProfile(shop, { name: 'Other', dob: '2011-11-22' }, await customer());
    const { dobYoung } = PROFILE_MESSAGES;
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message: dobYoung, fields: { dob: dobYoung } });
    expect(await customer()).toMatchObject({ name: 'Asha Rao', dob: null });
    await updateProfile(shop, { dob: '2011-11-21' }, await customer());
    expect(await customer()).toMatchObject({ dob: '2011-11-21' });
  });

  test('stores one picture: a new one replaces the old one, and it can be removed', async () => {
    const { shop, asha, customer, keys, picture } = await setUp();
    const first = await changeProfileImage(shop, asha.id, [picture()]);
    const [before] = await keys();
    const second = await changeProfileImage(shop, asha.id, [picture()]);
    const [key, ...others] = await keys();
    expect(others).toEqual([]);
    expect(key).not.toBe(before);
    expect(second.featured_image).not.toBe(first.featured_image);
    const withPicture = await customer();
    expect(profileJson(withPicture).featured_image).toBe(second.featured_image);
    const response = readProfileImage(withPicture, new Request('https://shop.example/'));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="profile.webp"/);
    for (let n = 0; n < 2; n++) expect(await removeProfileImage(shop, asha.id)).toEqual({ featured_image: null });
    expect(await keys()).toEqual([]);
    expect(() => readProfileImage({ ...withPicture, image_file: null }, new Request('https://shop.example/'))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  test('rejects an upload without a picture', async () => {
    const { shop, asha } = await setUp();
    const refused = changeProfileImage(shop, asha.id, []);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: { image: expect.any(String) } });
  });

  test('leaves no file behind when storing the picture fails', async () => {
    const { db, shop, asha, keys, picture } = await setUp();
    await db.write.schema.alterTable('customer').renameTo('customer_away').execute();
    const upload = picture();
    await expect(changeProfileImage(shop, asha.id, [upload])).rejects.toThrow(/customer/);
    expect(await keys()).toEqual([]);
    expect(existsSync(upload.path)).toBe(false);
  });

  test('removes the picture even if its file can’t be deleted', async () => {
    const { shop, asha, customer, picture } = await setUp();
    await changeProfileImage(shop, asha.id, [picture()]);
    const remove = () => Promise.reject(new Error('the disk is missing'));
    const failingShop = { ...shop, files: { remove } as unknown as typeof shop.files };
    expect(await removeProfileImage(failingShop, asha.id)).toEqual({ featured_image: null });
    expect((await customer()).image_file).toBeNull();
  });
});
