import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '#support/patroni/cluster.ts';
import { cutBetween, type Machine } from '#support/patroni/machines.ts';

export interface Fault {
  name: string;
  /** Whether the other machine becomes the leader. */
  causesFailover: boolean;
  /** More than one fault at once: no machine may take over, so orders may be refused for any time. */
  hasNoTimeLimit?: boolean;
  /** Causes the fault; the returned function repairs it. */
  inject(cluster: Cluster, leader: Machine): Promise<() => void>;
}

/** As in `deploy/patroni/restart.conf`. */
const RESTART_MS = 5_000;
/** Long enough for the leader to accept orders without its follower, if it wrongly did. */
const APART_MS = 4_000;
/** Long enough for the remaining machine to accept orders that the other one lacks. */
const ALONE_MS = 5_000;
/** Longer than the expiry of Patroni's leader lock. */
const WITHOUT_LEADER_MS = 35_000;

export const KILLED: Fault = {
  name: 'PostgreSQL and Patroni of the leader killed',
  causesFailover: true,
  async inject(cluster, leader) {
    cluster.killDatabase(leader);
    return () => cluster.startDatabase(leader);
  },
};

export const OTHER_FAULTS: Fault[] = [
  {
    name: 'the same, restarted by its machine',
    causesFailover: false,
    async inject(cluster, leader) {
      cluster.killDatabase(leader);
      await wait(RESTART_MS);
      cluster.startDatabase(leader);
      return () => {};
    },
  },
  {
    name: 'network cut between the leader and the other two; the shop reaches all',
    causesFailover: true,
    async inject(cluster, leader) {
      cutBetween([leader], [cluster.other(leader), cluster.witness]);
      return () => cutBetween([leader, cluster.other(leader), cluster.witness], []);
    },
  },
  {
    name: "the leader's cable pulled",
    causesFailover: true,
    async inject(_, leader) {
      leader.pullCable();
      return () => leader.plugIn();
    },
  },
  {
    name: "the follower's cable pulled",
    causesFailover: false,
    async inject(cluster, leader) {
      const follower = cluster.other(leader);
      follower.pullCable();
      return () => follower.plugIn();
    },
  },
  {
    name: 'the two databases disconnected from each other, then the leader killed',
    causesFailover: true,
    async inject(cluster, leader) {
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
    name: 'Patroni of the leader frozen, its PostgreSQL continues',
    causesFailover: true,
    async inject(cluster, leader) {
      cluster.signalPatroni(leader, 'SIGSTOP');
      return () => cluster.signalPatroni(leader, 'SIGCONT');
    },
  },
  {
    name: 'Patroni of the leader frozen between checking and renewing the lock',
    causesFailover: true,
    async inject(cluster, leader) {
      cluster.signalConnectionsOfPatroni(leader, 'SIGSTOP');
      return () => cluster.signalConnectionsOfPatroni(leader, 'SIGCONT');
    },
  },
  {
    name: "the third machine's cable pulled",
    causesFailover: false,
    async inject({ witness }) {
      witness.pullCable();
      return () => witness.plugIn();
    },
  },
  {
    name: 'both killed in turn, and the first comes back without the newest orders',
    causesFailover: true,
    hasNoTimeLimit: true,
    async inject(cluster, leader) {
      const last = cluster.other(leader);
      cluster.killDatabase(leader);
      await cluster.waitUntilLeader(last);
      await wait(ALONE_MS);
      cluster.killDatabase(last);
      cluster.startDatabase(leader);
      for (const until = Date.now() + WITHOUT_LEADER_MS; Date.now() < until; await wait(500)) {
        if (await cluster.isLeader(leader)) throw new Error('the new leader lacks confirmed orders');
      }
      cluster.startDatabase(last);
      return () => {};
    },
  },
  {
    name: 'a switchover requested by the owner',
    causesFailover: true,
    async inject(cluster, leader) {
      await cluster.switchOver(leader);
      return () => {};
    },
  },
];
