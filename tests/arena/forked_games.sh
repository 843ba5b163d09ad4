#!/usr/bin/env bash
# Test of games by the fork server: modules loaded once, nothing shared; as this user and as nobody. BEN-7
set -euo pipefail
ninelives=$1
here=$(cd "$(dirname "$0")" && pwd)
if ! [ -x /usr/bin/bwrap ]; then echo "skipped: bubblewrap is not installed"; exit 77; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"; rm -f /tmp/ninelives-was-here /dev/shm/ninelives-was-here /var/tmp/ninelives-was-here' EXIT
chmod 755 "$folder"
mkdir "$folder/agent"
cp "$here/forget.py" "$folder/agent/"
printf '{"name": "fold", "command": "/usr/bin/python3 forget.py", "learned": false, "preload": ["decimal"]}' >"$folder/agent/manifest.json"
cp "$ninelives" "$folder/ninelives"

# play <user> <agent> [option]...: six games, four threads; what the agent said is left in $folder/<user>/said
play() {
  local user=$1 own=$folder/$1 agent=$2
  shift 2
  rm -rf "$own"
  mkdir -p "$own/state"
  [ "$user" != nobody ] || chown -R nobody "$own"
  local run=(env XDG_STATE_HOME="$own/state" ASAN_OPTIONS=detect_leaks=0 "$folder/ninelives" arena --bots draw --seats 2 --deals 3
    --threads 4 --timeout 60000 --agent "$agent" --log "$own/log.jsonl" --quiet "$@")
  [ "$user" != nobody ] || run=(setpriv --reuid nobody --regid nogroup --clear-groups "${run[@]}")
  (cd "$own" && timeout 120 "${run[@]}" >"$own/board" 2>"$own/said")
}

check() {
  local user=$1 agent=$2 own=$folder/$1
  play "$user" "$agent" || { cat "$own/said"; exit 1; }
  [ "$(grep -c '^tried: [1-9]' "$own/said")" -eq 6 ] || { echo "as $user: not six games"; cat "$own/said"; exit 1; }
  [ "$(grep -c '^preloaded' "$own/said")" -eq 6 ] || { echo "as $user: a module was not there"; cat "$own/said"; exit 1; }
  if grep '^remembered' "$own/said"; then echo "as $user: a game knows of another"; exit 1; fi
  ! grep -E '"(timeouts|illegal)":\[[^]]*[1-9]' "$own/log.jsonl" || { echo "as $user: a wrong answer, or none"; exit 1; }
  echo "as $user: six games of '$agent' remember nothing"
}

users=("$(id -un)")
[ "$(id -u)" -ne 0 ] || users+=(nobody)
for user in "${users[@]}"; do
  check "$user" "spy=preload:decimal,json /usr/bin/python3 $folder/agent/forget.py"
  check "$user" "$folder/agent"
done

# Errors are reported before the first game.
for agent in 'spy=preload:decimal /bin/cat' 'spy=preload:no_such_module /usr/bin/python3 x.py' 'spy=preload:json python3 -c pass'; do
  if play "${users[0]}" "$agent"; then echo "'$agent' was accepted"; exit 1; fi
  grep -qE 'preload|No module named' "$folder/${users[0]}/said" || { echo "no reason for '$agent'"; cat "$folder/${users[0]}/said"; exit 1; }
done
if play "${users[0]}" "spy=preload:json /usr/bin/python3 $folder/agent/forget.py" --no-sandbox; then
  echo "forked without a sandbox"
  exit 1
fi
# The attempts do find something without a sandbox: the test can fail. They are those that harm nobody.
play "${users[0]}" "spy=/usr/bin/python3 $folder/agent/forget.py temporary_files" --no-sandbox
grep -q '^remembered: temporary_files' "$folder/${users[0]}/said" || { echo "the attempts prove nothing"; exit 1; }
