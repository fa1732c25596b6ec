import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const REQUIRED_FILES = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/nft', '/lib/systemd/system/patroni.service'];
const PACKAGES = ['patroni', 'etcd-server', 'nftables', 'iproute2', 'postgresql'];
/** The program that Debian runs to decide whether a service may start when its package is installed. */
const POLICY = '/usr/sbin/policy-rc.d';
const PROBE = 'taana-probe';

/** Returns why the cluster can't run here, or undefined if it can. Installs missing packages if apt is available. */
export function missingRequirement(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs Linux and root to create network namespaces';
  if (!isInstalled() && !install()) return `install Debian's packages: apt-get install ${PACKAGES.join(' ')}`;
  const isAllowed = spawnSync('ip', ['netns', 'add', PROBE]).status === 0;
  if (!isAllowed) return 'this machine does not allow network namespaces (ip netns add)';
  const canDropPackets = spawnSync('ip', ['netns', 'exec', PROBE, 'nft', 'add table inet cut']).status === 0;
  execFileSync('ip', ['netns', 'delete', PROBE]);
  return canDropPackets ? undefined : 'this machine can’t filter packets (nft add table)';
}

function isInstalled(): boolean {
  return REQUIRED_FILES.every(existsSync);
}

function install(): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const hasPolicy = existsSync(POLICY);
  // Services that are installed for a test must not start.
  if (!hasPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env });
  if (!hasPolicy) rmSync(POLICY);
  return isInstalled();
}
