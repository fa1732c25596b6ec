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
    const readCustomer = async () => {
      const session = await readSession({ db, now: Date.now }, asha.token);
      if (!session) throw new Error('no session');
      return session.customer;
    };
    const listKeys = async () => {
      const storedKeys: string[] = [];
      for await (const { key } of files.list()) storedKeys.push(key);
      return storedKeys;
    };
    const picture = () => {
      const path = join(dir, `upload-${Math.random()}`);
      writeFileSync(path, 'webp');
      return { field: 'image', name: 'me.webp', kind: 'webp' as const, bytes: 4, path };
    };
    return { db, shop, asha, readCustomer, listKeys, picture };
  }

  test('changes the given fields and keeps the others', async () => {
    const { db, shop, readCustomer } = await setUp();
    const profileBefore = await readCustomer();
    expect(profileJson(profileBefore)).toMatchObject({ name: 'Asha Rao', gender: '', dob: '', featured_image: null });
    const changedProfile = await updateProfile(
      shop,
      { name: 'Asha Menon', gender: 'female', dob: '1990-02-28' },
      profileBefore,
    );
    expect(changedProfile).toEqual({
      _id: profileBefore.id,
      email: profileBefore.email,
      name: 'Asha Menon',
      mobile: '9876543210',
      gender: 'female',
      dob: '1990-02-28',
      featured_image: null,
    });
    expect(profileJson(await readCustomer())).toEqual(changedProfile);
    const row = await db.write.selectFrom('customer').select('updated_at').executeTakeFirstOrThrow();
    expect(Number(row.updated_at)).toBe(NOW);
    expect(await updateProfile(shop, { mobile: '9000000001' }, await readCustomer())).toEqual({
      ...changedProfile,
      mobile: '9000000001',
    });
    expect(await updateProfile(shop, { gender: '', dob: '' }, await readCustomer())).toMatchObject({
      gender: '',
      dob: '',
    });
    const { gender, dob } = await readCustomer();
    expect([gender, dob]).toEqual([null, null]);
  });

  test('rejects a date of birth less than 15 years ago by the shop’s clock, and changes nothing', async () => {
    const { shop, readCustomer } = await setUp();
    const refusal = updateProfile(shop, { name: 'Other', dob: '2011-11-22' }, await readCustomer());
    const { tooYoung } = PROFILE_MESSAGES;
    await expect(refusal).rejects.toMatchObject({ code: 'invalid', message: tooYoung, fields: { dob: tooYoung } });
    expect(await readCustomer()).toMatchObject({ name: 'Asha Rao', dob: null });
    await updateProfile(shop, { dob: '2011-11-21' }, await readCustomer());
    expect(await readCustomer()).toMatchObject({ dob: '2011-11-21' });
  });

  test('stores one picture: a new one replaces the old one, and it can be removed', async () => {
    const { shop, asha, readCustomer, listKeys, picture } = await setUp();
    const firstImage = await changeProfileImage(shop, asha.id, [picture()]);
    const [keyBefore] = await listKeys();
    const secondImage = await changeProfileImage(shop, asha.id, [picture()]);
    const [key, ...otherKeys] = await listKeys();
    expect(otherKeys).toEqual([]);
    expect(key).not.toBe(keyBefore);
    expect(secondImage.featured_image).not.toBe(firstImage.featured_image);
    const withPicture = await readCustomer();
    expect(profileJson(withPicture).featured_image).toBe(secondImage.featured_image);
    const response = readProfileImage(withPicture, new Request('https://shop.example/'));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="profile.webp"/);
    for (let n = 0; n < 2; n++) expect(await removeProfileImage(shop, asha.id)).toEqual({ featured_image: null });
    expect(await listKeys()).toEqual([]);
    expect(() => readProfileImage({ ...withPicture, image_file: null }, new Request('https://shop.example/'))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  test('rejects an upload without a picture', async () => {
    const { shop, asha } = await setUp();
    const refusal = changeProfileImage(shop, asha.id, []);
    await expect(refusal).rejects.toMatchObject({ code: 'invalid', fields: { image: expect.any(String) } });
  });

  test('leaves no file behind if the picture can’t be stored', async () => {
    const { db, shop, asha, listKeys, picture } = await setUp();
    await db.write.schema.alterTable('customer').renameTo('customer_away').execute();
    const upload = picture();
    await expect(changeProfileImage(shop, asha.id, [upload])).rejects.toThrow(/customer/);
    expect(await listKeys()).toEqual([]);
    expect(existsSync(upload.path)).toBe(false);
  });

  test('removes the picture even if its file can’t be deleted', async () => {
    const { shop, asha, readCustomer, picture } = await setUp();
    await changeProfileImage(shop, asha.id, [picture()]);
    const remove = () => Promise.reject(new Error('the disk is missing'));
    const failingShop = { ...shop, files: { remove } as unknown as typeof shop.files };
    expect(await removeProfileImage(failingShop, asha.id)).toEqual({ featured_image: null });
    expect((await readCustomer()).image_file).toBeNull();
  });
});
