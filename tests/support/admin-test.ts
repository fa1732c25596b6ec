import { test as base } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addStaff, type TestStaff } from './staff.ts';

interface AdminFixtures {
  /** Creates a member of staff, by default an owner, and signs the browser in to the admin as this person. */
  signIn(...options: DropFirst<Parameters<typeof addStaff>>): Promise<TestStaff>;
}

type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Playwright's `test` for journeys through the admin. All journeys share one shop, whose database is `db`. */
export const test = base.extend<AdminFixtures, { db: ShopDatabase }>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
      await use(db);
      await db.close();
    },
    { scope: 'worker' },
  ],
  signIn: ({ db, context, baseURL }, use) =>
    use(async (...options) => {
      const staff = await addStaff(db, ...options);
      await context.addCookies([{ name: 'admin', value: staff.token, url: baseURL ?? '' }]);
      return staff;
    }),
});
