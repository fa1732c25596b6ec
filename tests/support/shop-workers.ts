import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShopProcess } from '#support/shop-process.ts';

const isLinux = existsSync('/proc/net/tcp');

/** The numbers of the processes below the one that was started, where the system tells. */
export function workersOf({ pid }: ShopProcess): number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').map(Number) : [];
}

/** Where each worker has a socket of its own, waits until two of them listen. */
export async function untilTwo(shop: ShopProcess): Promise<void> {
  if (!isLinux) return;
  const port = shop.port.toString(16).toUpperCase().padStart(4, '0');
  const listening = () => readFileSync('/proc/net/tcp', 'utf8').split(`:${port} 00000000:0000 0A`).length - 1;
  while (listening() < 2) await wait(50);
}
