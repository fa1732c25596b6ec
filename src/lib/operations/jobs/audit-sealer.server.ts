import { jobLease } from '#lib/operations/jobs/job-lease.server.ts';
import { sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** Returns a job that appends new entries to the audit log's chain. Only one process at a time does that. */
export function auditSealer(shop: Pick<Shop, 'db' | 'now'>): () => Promise<void> {
  const lease = jobLease(shop, 'audit log', MINUTE_MS);
  return async () => {
    if (await lease.acquire()) await sealAudit(shop.db);
  };
}
