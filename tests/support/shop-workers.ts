import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '#support/process-memory.ts';
import type { ShopProcess } from '#support/shop-process.ts';

const isLinux = existsSync('/proc/net/tcp');

/** Waits until two workers accept connections on the shop's port. Does not wait if the system is not Linux. */
export async function waitForTwoListeners(shop: ShopProcess): Promise<void> {
  if (!isLinux) return;
  while (childrenOf(shop.pid).filter((pid) => isListening(pid, shop.port)).length < 2) await wait(50);
}

function isListening(pid: number, port: number): boolean {
  const localPort = port.toString(16).toUpperCase().padStart(4, '0');
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((row) => row.includes(`:${localPort} 00000000:0000 0A`));
  const inode = line?.trim().split(/\s+/)[9];
  return inode !== undefined && openFilesOf(pid).includes(`socket:[${inode}]`);
}

/** Returns the targets of a process's file descriptors, or an empty list if the process has just ended. */
function openFilesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}
