import { expect, test } from 'vitest';
import { listDevices, revokeSession } from '#lib/customers/auth/sessions/devices.server.ts';
import { startSession } from '#lib/customers/auth/sessions/session.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer } from '#support/goods.ts';

onBothEngines('devices', (open) => {
  test('can be logged out by their owner, also repeatedly; other customers get “not found”', async () => {
    const db = await open();
    const shop = { db, now: Date.now };
    const [asha, bela] = [await newCustomer(db, 'a@example.in'), await newCustomer(db, 'b@example.in')];
    await db.write.transaction().execute((tx) => startSession(tx, Date.now(), asha, 'Old phone'));
    const [device] = await listDevices(shop, asha, 'this');
    const id = device?._id ?? '';
    await expect(revokeSession(shop, id, bela)).rejects.toMatchObject({ code: 'not_found' });
    await revokeSession(shop, id, asha);
    await revokeSession(shop, id, asha);
    await expect(revokeSession(shop, id, bela)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listDevices(shop, asha, 'this')).toEqual([]);
  });
});
