#!/bin/sh
# A PostgreSQL of its own in a folder, for a test: it listens on a socket there, and on a port of 127.0.0.1
# where one is named.
#
#   postgres.sh start FOLDER [PORT [NAME=VALUE...]]   settings beyond the usual; prints the address
#   postgres.sh again FOLDER                          what was stopped or killed starts again
#   postgres.sh standby FOLDER OF PORT [NAME=VALUE...] a standby of the one at the port OF
#   postgres.sh promote FOLDER
#   postgres.sh stop FOLDER [fast|immediate]
#
# Exits with 77 where PostgreSQL is not installed (./test installs it).
set -eu

for newest in /usr/lib/postgresql/*/bin; do bin=$newest; done
[ -x "$bin/initdb" ] || { echo "PostgreSQL is not installed (apt-get install postgresql)" >&2; exit 77; }

# It refuses to run as root; its package brings a user of its own.
as_other() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
  else
    "$@"
  fi
}

begin() {
  as_other "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 start >/dev/null 2>&1 || { cat "$folder/log" >&2; exit 1; }
}

# settings PORT [NAME=VALUE...]: appended to the file, where the last word counts.
settings() {
  port=$1
  shift
  {
    echo "unix_socket_directories = '$folder'"
    echo "max_connections = 200"
    if [ "$port" -eq 0 ]; then echo "listen_addresses = ''"; else echo "listen_addresses = '127.0.0.1'"; fi
    [ "$port" -eq 0 ] || echo "port = $port"
    for setting in "$@"; do echo "$setting"; done
  } | as_other tee -a "$folder/data/postgresql.conf" >/dev/null
}

make_folder() {
  mkdir -p "$folder"
  chmod 755 "$folder"
  [ "$(id -u)" -ne 0 ] || chown postgres:postgres "$folder"
}

folder=$2
port=${3:-0}
case $1 in
  start)
    make_folder
    as_other "$bin/initdb" -D "$folder/data" -A trust -U ninelives -E UTF8 --locale=C --no-sync >/dev/null
    [ $# -lt 3 ] || shift
    shift 2
    settings "$port" "$@"
    begin
    if [ "$port" -eq 0 ]; then
      echo "postgres://ninelives@/postgres?host=$folder"
    else
      echo "postgres://ninelives@127.0.0.1:$port/postgres"
    fi
    ;;
  again) begin ;;
  standby)
    of=$3
    port=$4
    shift 4
    make_folder
    as_other "$bin/pg_basebackup" -D "$folder/data" -R -X stream -c fast --no-sync \
      -d "host=127.0.0.1 user=ninelives port=$of"
    settings "$port" "$@"
    begin
    echo "postgres://ninelives@127.0.0.1:$port/postgres"
    ;;
  promote) as_other "$bin/pg_ctl" -D "$folder/data" -w promote >/dev/null ;;
  stop) as_other "$bin/pg_ctl" -D "$folder/data" -m "${3:-fast}" -w stop >/dev/null ;;
  *) echo "postgres.sh: no such order: $1" >&2; exit 2 ;;
esac
