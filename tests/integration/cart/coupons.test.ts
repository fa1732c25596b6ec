import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { couponsCommand } from '#lib/sales/cart/coupons/coupons-commands.server.ts';
import { temporaryDir } from '#support/shop-process.ts';

afterEach(() => vi.restoreAllMocks());

test('the command line adds, lists and drops coupons, and rejects invalid ones', async () => {
  const data = temporaryDir('coupons');
  const messages: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => messages.push(line));
  vi.stubEnv('DATA_DIR', data.dir);
  vi.stubEnv('DATABASE_URL', '');
  const runCoupons = (line: string) => runCommand([couponsCommand()], ['coupons', ...line.split(' ')]);
  try {
    const db = await openDatabase({ dataDir: data.dir });
    await migrate(db);
    await runCoupons(
      'add diwali --percent 15 --minimum 999.50 --from 2026-11-01 --until 2026-11-30 --uses 5 --per-customer 1',
    );
    expect(messages.at(-1)).toBe(
      'DIWALI         15 %, from ₹999.50, valid from 2026-11-01, until 2026-11-30, 5 left, 1 per customer, used 0 times',
    );
    expect(await db.write.selectFrom('coupon').selectAll().executeTakeFirst()).toMatchObject({
      code: 'DIWALI',
      minimum_paise: 99_950,
      starts_at: Date.parse('2026-11-01T00:00:00+05:30'),
      ends_at: Date.parse('2026-12-01T00:00:00+05:30'),
    });
    await db.close();
    await expect(runCoupons('add DIWALI --fixed 100')).rejects.toThrow('drop it first');
    await runCoupons('drop diwali');
    await expect(runCoupons('drop diwali')).rejects.toThrow('no coupon DIWALI');
    await runCoupons('add DIWALI --fixed 100');
    await runCoupons('list');
    expect(messages.at(-1)).toBe('DIWALI         ₹100.00, used 0 times');
    for (const invalidCommand of [
      'add X',
      'add X --percent 0',
      'add X --percent 101',
      'add X --percent 5 --fixed 5',
      'add X;Y --percent 5',
      'add X --fixed 1.234',
      'add X --fixed 5 --until tomorrow',
      'give X',
    ]) {
      await expect(runCoupons(invalidCommand), invalidCommand).rejects.toMatchObject({ code: 'usage' });
    }
  } finally {
    vi.unstubAllEnvs();
    data.remove();
  }
});
