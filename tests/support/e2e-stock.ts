import { BUYABLE } from './e2e-order.ts';
import { ownersTool } from './owners-tool.ts';

/** Every journey that buys takes a piece from the one shop: no number of journeys may sell it out. */
export default function fillShelves(): void {
  const { status, complained } = ownersTool(process.env.E2E_DATA ?? '')(
    'stock',
    'add',
    BUYABLE.sku,
    '+1000',
    'Journeys',
  );
  if (status !== 0) throw new Error(complained);
}
