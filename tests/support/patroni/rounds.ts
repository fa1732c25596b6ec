import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '#support/patroni/cluster.ts';
import { cutBetween, type Machine } from '#support/patroni/machines.ts';

export interface Fault {
  name: string;
  /** Whether the other machine must become the leader. */
  takesOver: boolean;
  /** More than one fault at once: no machine may take over, so there is no time limit. */
  staysClosed?: boolean;
  /** Breaks the leader; returns the function that repairs it, when others have taken over. */
  strike(cluster: Cluster, leader: Machine): Promise<() => void>;
}

/** As in `deploy/patroni/restart.conf`. */
const RESTART_MS = 5_000;
/** Long enough for the leader to accept orders alone, if it did. */
const APART_MS = 4_000;
const ALONE_MS = 5_000;
/** Longer than the lifetime of Patroni's lock. */
const WITHOUT_LEADER_MS = 35_000;

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
    name: 'the same, restarted by its machine',
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
    name: 'the two databases disconnected from each other, then the leader killed',
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
    name: 'Patroni of the leader frozen, its PostgreSQL continues',
    takesOver: true,
    async strike(cluster, leader) {
      cluster.signalPatroni(leader, 'SIGSTOP');
      return () => cluster.signalPatroni(leader, 'SIGCONT');
    },
  },
  {
    name: 'Patroni of the leader frozen between checking and renewing the lock',
    takesOver: true,
    async strike(cluster, leader) {
      cluster.signalConnectionsOfPatroni(leader, 'SIGSTOP');
      return () => cluster.signalConnectionsOfPatroni(leader, 'SIGCONT');
    },
  },
  {
    name: "the third machine's cable pulled",
    takesOver: false,
    async strike({ witness }) {
      witness.pullCable();
      return () => witness.plugIn();
    },
  },
  {
    name: 'both killed in turn, and the first comes back without the newest orders',
    takesOver: true,
    staysClosed: true,
    async strike(cluster, leader) {
      const last = cluster.other(leader);
      cluster.killDatabase(leader);
      await cluster.untilLeads(last);
      await wait(ALONE_MS);
      cluster.killDatabase(last);
      cluster.startDatabase(leader);
      for (const until = Date.now() + WITHOUT_LEADER_MS; Date.now() < until; await wait(500)) {
        if (await cluster.leads(leader)) throw new Error('the new leader lacks confirmed orders');
      }
      cluster.startDatabase(last);
      return () => {};
    },
  },
  {
    name: 'a switchover requested by the owner',
    takesOver: true,
    async strike(cluster, leader) {
      await cluster.switchOver(leader);
      return () => {};
    },
  },
];
