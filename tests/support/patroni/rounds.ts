import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '#support/patroni/cluster.ts';
import { cutBetween, type Machine } from '#support/patroni/machines.ts';

export interface Fault {
  name: string;
  /** Whether the other machine is to lead. */
  takesOver: boolean;
  /** Breaks the leader; what it gives mends it, when others have taken over. */
  strike(cluster: Cluster, leader: Machine): Promise<() => void>;
}

/** As `deploy/patroni/restart.conf` says. */
const RESTART_MS = 5_000;
/** Long enough for orders that only the leader has, were there such. */
const APART_MS = 4_000;

export const KILLED: Fault = {
  name: 'PostgreSQL and Patroni of the leader killed',
  takesOver: true,
  async strike(cluster, leader) {
    cluster.killDatabase(leader);
    return () => cluster.startDatabase(leader);
  },
};

export const OTHER_FAULTS: Fault[] = [
  {
    name: 'the same, started again by its machine',
    takesOver: false,
    async strike(cluster, leader) {
      cluster.killDatabase(leader);
      await wait(RESTART_MS);
      cluster.startDatabase(leader);
      return () => {};
    },
  },
  {
    name: 'network cut between the leader and the other two; the shop reaches all',
    takesOver: true,
    async strike(cluster, leader) {
      cutBetween([leader], [cluster.other(leader), cluster.witness]);
      return () => cutBetween([leader, cluster.other(leader), cluster.witness], []);
    },
  },
  {
    name: "the leader's cable pulled",
    takesOver: true,
    async strike(_, leader) {
      leader.pullCable();
      return () => leader.plugIn();
    },
  },
  {
    name: "the follower's cable pulled",
    takesOver: false,
    async strike(cluster, leader) {
      const follower = cluster.other(leader);
      follower.pullCable();
      return () => follower.plugIn();
    },
  },
  {
    name: 'the two databases cut from each other, then the leader killed',
    takesOver: true,
    async strike(cluster, leader) {
      const follower = cluster.other(leader);
      cutBetween([leader], [follower]);
      await wait(APART_MS);
      cluster.killDatabase(leader);
      return () => {
        cutBetween([leader, follower], []);
        cluster.startDatabase(leader);
      };
    },
  },
  {
    name: 'Patroni of the leader frozen, its PostgreSQL goes on',
    takesOver: true,
    async strike(cluster, leader) {
      cluster.signalPatroni(leader, 'SIGSTOP');
      return () => cluster.signalPatroni(leader, 'SIGCONT');
    },
  },
];
