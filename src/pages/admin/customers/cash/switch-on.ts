import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { BLOCK_CHOICE } from '#lib/sales/cash-rules/cash-block.schema.ts';
import { unblock } from '#lib/sales/cash-rules/cash-blocks.server.ts';

export const POST = adminEndpoint({
  input: BLOCK_CHOICE,
  async run(shop, { block }) {
    await unblock(shop, block);
  },
  successMessage: 'Cash on delivery is available again.',
});
