import { BUYABLE } from './e2e-order.ts';
import { shopCli } from './shop-cli.ts';
import { shrinkMasters } from './small-masters.ts';

const dataDir = process.env.E2E_DATA ?? '';

/** Playwright's global setup: prepares the demo shop for the journeys. */
export default async function setup(): Promise<void> {
  fillStock();
  await shrinkMasters(dataDir);
}

/** All journeys buy from the same shop, so its stock must be sufficient for any number of journeys. */
function fillStock(): void {
  const { status, stderr } = shopCli(dataDir)('stock', 'add', BUYABLE.sku, '+1000', 'Journeys');
  if (status !== 0) throw new Error(stderr);
}
