import type { BrowserContext } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer, type TestCustomer } from './customers.ts';

/** Creates a customer in the shop under test and logs the browser in as them. */
export async function logInAs(context: BrowserContext, name: string): Promise<TestCustomer> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    const customer = await addCustomer(db, name);
    const url = `http://127.0.0.1:${process.env.E2E_PORT}`;
    await context.addCookies([
      { name: 'session', value: customer.token, url, httpOnly: true, sameSite: 'Lax' },
      { name: 'visitor', value: '1', url, sameSite: 'Lax' },
    ]);
    return customer;
  } finally {
    await db.close();
  }
}
