import type { BrowserContext } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer, type TestCustomer } from './customers.ts';
import { E2E_ORIGIN } from './e2e-origin.ts';

/** Creates a customer in the shop under test, and logs the browser in as that customer. */
export async function logInAs(context: BrowserContext, name: string): Promise<TestCustomer> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    const customer = await addCustomer(db, name);
    await context.addCookies(sessionCookies(customer.token));
    return customer;
  } finally {
    await db.close();
  }
}

/** Returns the cookies of a customer who is logged in to the shop under test. */
export function sessionCookies(token: string) {
  const common = { url: E2E_ORIGIN, sameSite: 'Lax' as const };
  return [
    { ...common, name: 'session', value: token, httpOnly: true },
    { ...common, name: 'visitor', value: '1' },
  ];
}
