import { BUYABLE } from './e2e-order.ts';
import { shopCli } from './shop-cli.ts';
import { shrinkMasters } from './small-masters.ts';

const dataDir = process.env.E2E_DATA ?? '';

/** Playwright's global setup: prepares the demo shop for the journeys. */
export default async function setup(): Promise<void> {
  fillStock();
  await shrinkMasters(dataDir);
}

/** Adds 1,000 pieces to the stock of `BUYABLE`, because all journeys buy from the same shop. */
function fillStock(): void {
  const { status, stderr } = shopCli(dataDir)('stock', 'add', BUYABLE.sku, '+1000', 'Journeys');
  if (status !== 0) throw new Error(stderr);
}
