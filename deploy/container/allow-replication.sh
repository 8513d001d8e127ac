#!/bin/bash
# Runs once, when the primary is made: the standby may follow it.
set -euo pipefail
echo "host replication croupier all scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --command "SELECT pg_create_physical_replication_slot('standby')"
