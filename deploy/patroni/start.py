#!/usr/bin/python3
"""Starts Patroni with a fix for version 3.0.2 (Debian 12), which renews its lock without checking whether another machine
has acquired it in the meantime: a leader that had hung took the lead back, and newer orders were lost. Later versions
check this."""
import sys
import time

from patroni.__main__ import main
from patroni.dcs import etcd3
from patroni.version import __version__


@etcd3.catch_return_false_exception
def update_leader(self):
    retry = self._retry.copy()

    def within_deadline(*args, **kwargs):
        return retry(*args, retry=retry, **kwargs)

    self._run_and_handle_exceptions(self._do_refresh_lease, True, retry=within_deadline)
    leader = self.cluster and self.cluster.leader
    if leader and leader.session == self._lease:
        return True
    if leader and leader.name != self._name:
        return False
    retry.deadline = retry.stoptime - time.time()
    if retry.deadline < 1:
        raise etcd3.Etcd3Error('update_leader timeout')
    unchanged = {'mod_revision': leader.index} if leader else {'create_revision': 0}
    lock = (self.leader_path, self._name, self._lease)
    return bool(self._run_and_handle_exceptions(self._client.put, *lock, retry=within_deadline, **unchanged))


if __version__ == '3.0.2':
    etcd3.Etcd3._update_leader = update_leader

if __name__ == '__main__':
    sys.exit(main())
