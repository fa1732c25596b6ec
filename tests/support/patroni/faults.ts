import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '#support/patroni/cluster.ts';
import { cutBetween, type Machine } from '#support/patroni/machines.ts';

export interface Fault {
  name: string;
  /** Whether the other machine becomes the leader. */
  causesFailover: boolean;
  /** Whether the downtime is not limited, because several faults occur at once and no machine may take over. */
  hasNoTimeLimit?: boolean;
  /** Causes the fault, and returns a function that repairs it. */
  inject(cluster: Cluster, leader: Machine): Promise<() => void>;
}

/** The delay before a restart in milliseconds, as in `deploy/patroni/restart.conf`. */
const RESTART_MS = 5_000;
/** A time in ms in which a faulty leader would accept orders without its follower. */
const APART_MS = 4_000;
/** A time in ms in which the remaining machine accepts orders that the other machine lacks. */
const ALONE_MS = 5_000;
/** A time in ms after which Patroni's leader lock has expired. */
const WITHOUT_LEADER_MS = 35_000;

export const KILLED: Fault = {
  name: "the leader's PostgreSQL and Patroni killed",
  causesFailover: true,
  async inject(cluster, leader) {
    cluster.killDatabase(leader);
    return () => cluster.startDatabase(leader);
  },
};

export const OTHER_FAULTS: Fault[] = [
  {
    name: "the leader's PostgreSQL and Patroni killed, then restarted by the machine",
    causesFailover: false,
    async inject(cluster, leader) {
      cluster.killDatabase(leader);
      await wait(RESTART_MS);
      cluster.startDatabase(leader);
      return () => {};
    },
  },
  {
    name: 'network cut between the leader and the other two; the shop can reach all three',
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
    name: "the leader's Patroni frozen, while its PostgreSQL keeps running",
    causesFailover: true,
    async inject(cluster, leader) {
      cluster.signalPatroni(leader, 'SIGSTOP');
      return () => cluster.signalPatroni(leader, 'SIGCONT');
    },
  },
  {
    name: "the leader's Patroni frozen between checking and renewing the lock",
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
    name: 'both databases killed in turn, and the first one restarted without the newest orders',
    causesFailover: true,
    hasNoTimeLimit: true,
    async inject(cluster, leader) {
      const newLeader = cluster.other(leader);
      cluster.killDatabase(leader);
      await cluster.waitUntilLeader(newLeader);
      await wait(ALONE_MS);
      cluster.killDatabase(newLeader);
      cluster.startDatabase(leader);
      for (const until = Date.now() + WITHOUT_LEADER_MS; Date.now() < until; await wait(500)) {
        if (await cluster.isLeader(leader)) throw new Error('the new leader lacks confirmed orders');
      }
      cluster.startDatabase(newLeader);
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
