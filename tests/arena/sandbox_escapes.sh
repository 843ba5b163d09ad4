#!/usr/bin/env bash
# Test of known escapes from the sandbox, started for each game or forked; as this user and, for root, as nobody. BEN-7
set -euo pipefail
ninelives=$1
here=$(cd "$(dirname "$0")" && pwd)
if ! [ -x /usr/bin/bwrap ]; then echo "skipped: bubblewrap is not installed"; exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
mkdir "$folder/agent"
cp "$here/escape.py" "$folder/agent/"
cp "$ninelives" "$folder/ninelives"  # where nobody can read it, too

# attempts <user> [option]...: plays a deal, and leaves what the program said in $folder/<user>/said
attempts() {
  local user=$1 own=$folder/$1
  shift
  mkdir -p "$own/state"
  [ "$user" != nobody ] || chown -R nobody "$own"
  local run=(env XDG_STATE_HOME="$own/state" ASAN_OPTIONS=detect_leaks=0 "$folder/ninelives" arena --bots draw --seats 2 --deals 1
    --agent "spy=${preload:-}/usr/bin/python3 $folder/agent/escape.py $own $own/state ${chosen:-}" --log "$own/log.jsonl" --quiet "$@")
  [ "$user" != nobody ] || run=(setpriv --reuid nobody --regid nogroup --clear-groups "${run[@]}")
  (cd "$own" && timeout 120 "${run[@]}" >"$own/board" 2>"$own/said") || { cat "$own/said"; return 1; }
}

check() {
  attempts "$@"
  local own=$folder/$1
  grep -q '^tried: [1-9]' "$own/said" || { echo "as $1: the program did not run"; cat "$own/said"; exit 1; }
  if grep '^escaped' "$own/said"; then echo "as $1: the sandbox is open"; exit 1; fi
  grep -q '"revealed"' "$own/log.jsonl" || { echo "as $1: no seed was revealed after the games"; exit 1; }
  ! find "$own/state" -name '*.seed' | grep . || { echo "as $1: the seed's file stayed"; exit 1; }
  echo "as $1${preload:+, forked}: $(grep -m1 '^tried' "$own/said") escapes, none worked"
  rm -r "$own"
}

check "$(id -un)"
preload='preload:json,decimal ' check "$(id -un)"
if [ "$(id -u)" -eq 0 ]; then
  check nobody
  preload='preload:json,decimal ' check nobody
  # The attempts do find something where there is no sandbox: the test can fail.
  # It tries only what harms nobody: as root, outside, the others would succeed.
  chosen=seed_by_its_path attempts open --no-sandbox
  grep -q '^escaped: seed_by_its_path' "$folder/open/said" || { echo "the attempts prove nothing"; exit 1; }
fi
