#!/bin/sh
# Writes the configuration of one of the three machines: sh set-up.sh db1|db2|witness machines.env
# Does not start or install anything. See docs/deployment.md, "Two databases", for the other steps.
set -eu
here=$(dirname "$0")
name=$1
. "$2"
case $name in
  db1) address=$DB1_ADDRESS other=$DB2_ADDRESS ;;
  db2) address=$DB2_ADDRESS other=$DB1_ADDRESS ;;
  witness) address=$WITNESS_ADDRESS other= ;;
  *) echo "the first argument must be db1, db2 or witness" >&2; exit 2 ;;
esac
for secret in "$SUPERUSER_SECRET" "$REPLICATION_SECRET"; do
  case $secret in
    '' | *[!A-Za-z0-9]*) echo "set the secrets in $2 to letters and digits" >&2; exit 2 ;;
  esac
done

# write FILE PATH MODE. DESTDIR is for tests.
write() {
  mkdir -p "$(dirname "${DESTDIR:-}$2")"
  (umask 077; sed -e "s/@NAME@/$name/g" -e "s/@ADDRESS@/$address/g" -e "s/@OTHER@/$other/g" \
    -e "s/@DB1@/$DB1_ADDRESS/g" -e "s/@DB2@/$DB2_ADDRESS/g" -e "s/@WITNESS@/$WITNESS_ADDRESS/g" \
    -e "s/@SUPERUSER_SECRET@/$SUPERUSER_SECRET/g" -e "s/@REPLICATION_SECRET@/$REPLICATION_SECRET/g" \
    "$here/$1" > "${DESTDIR:-}$2")
  chmod "$3" "${DESTDIR:-}$2"
}

write etcd /etc/default/etcd 644
write restart.conf /etc/systemd/system/etcd.service.d/restart.conf 644
[ "$name" != witness ] || exit 0
write config.yml /etc/patroni/config.yml 640
chgrp postgres "${DESTDIR:-}/etc/patroni/config.yml" || echo "install postgresql, then run this script again" >&2
write restart.conf /etc/systemd/system/patroni.service.d/restart.conf 644
write start.py /etc/patroni/start.py 755
write start.conf /etc/systemd/system/patroni.service.d/start.conf 644
write watchdog.conf /etc/systemd/system/patroni.service.d/watchdog.conf 644
