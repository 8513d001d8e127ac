#!/bin/bash
# Copies the primary the first time, and follows it from then on under the name that it waits for.
set -euo pipefail
export PGPASSWORD
PGPASSWORD=$(cat /run/secrets/postgres-password)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host primary --username croupier --pgdata "$PGDATA" --wal-method stream --slot standby --write-recovery-conf
  chmod 0700 "$PGDATA"
fi
exec postgres -c "primary_conninfo=host=primary user=croupier password=$PGPASSWORD application_name=standby" -c primary_slot_name=standby
