#!/usr/bin/env bash
# Test of a whole release: made twice with the same bytes, and its files as strangers use them. SHIP-1, SHIP-2
#   all.sh            all of it, from nothing
#   all.sh --go-on    what has not passed yet on this very tree
#   all.sh STEP...    these steps alone
# Each step's result is noted with the tree that it ran on: if a file has changed since, it counts as not run. At the
# end it says how each stands, and succeeds only where all of them have passed on this tree (or those that were named).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
work=$root/build/ship
steps=(workflows first again_debs again_wheels again_rest same signature sums one_file old_program old_clients packages readme wheel
  foreign_wheels image site)

# Steps. The first release takes what the compilers' caches have; the second compiles everything again.
make_release() {
  require signature
  [ -f "$work/test.key" ] || echo y | minisign -G -W -f -p "$work/test.pub" -s "$work/test.key" >/dev/null
  NINELIVES_KEY_OPEN=yes tools/release --skip-tests --dirty --unpublished --key "$work/test.key" --out "$work/$1" "${@:2}"
}
do_workflows() { tests/ship/workflows.sh; }
do_first() { rm -rf "$work/first" && make_release first; }
# The page is made again with the packages, and the second release takes both.
do_again_debs() { rm -rf build/web build/wasm && tests/ship/deb_twice_test.sh "$work/first" "$work/second"; }
do_again_wheels() {
  rm -rf build/wheels/build-* build/wheels/fresh-* "$work/zig"
  ZIG_GLOBAL_CACHE_DIR=$work/zig make_release second --only wheels
}
do_again_rest() {
  rm -rf build/one-file build/site build/site-pages
  CCACHE_RECACHE=1 make_release second --only source,program,image,site,papers
}
do_same() { diff -r "$work/first" "$work/second"; }
do_signature() { minisign -V -q -p "$work/test.pub" -m "$work/first/SHA256SUMS"; }
do_sums() { cd "$work/first" && sha256sum -c --quiet SHA256SUMS; }
do_one_file() { tests/ship/one_file_test.sh "$work/first/ninelives-linux-x86_64"; }
do_old_program() { tests/ship/old_program.sh; }
do_old_clients() { tests/ship/old_clients.sh build/one-file/ninelives; }
do_packages() {
  local old=build/old-0.9.0/build/ninelives
  [ -x "$old" ] || old=
  tests/ship/package_test.sh "$work/first" $old
}
do_readme() { tests/ship/with_docker.sh tests/ship/readme_test.sh "$work/first"; }
do_wheel() { tests/ship/wheel_test.sh "$work/first"; }
do_foreign_wheels() { tests/ship/foreign_wheel_test.sh "$work/first"; }
do_image() { tests/ship/image_test.sh "$work/first/ninelives-image-x86_64.tar"; }
do_site() { tests/ship/site_test.sh "$work/first"/ninelives-*-site.tar.gz; }

# In a process of its own, so that the first command that fails ends it.
if [ "${1:-}" = --inside ]; then
  # One bare system for all that begin in one.
  export NINELIVES_BARE=$work/bare.tar
  "do_$2"
  exit
fi

# The tree as it is, with what is not committed and what git was never told of.
tree=$({ git rev-parse HEAD && git diff HEAD && git ls-files -z --others --exclude-standard | xargs -0r sha256sum; } | sha256sum | cut -d' ' -f1)
# stands <step>: passed, skipped or failed and the seconds it took, on this tree; empty if it was not run.
stands() { [ ! -f "$work/notes/$1" ] || sed -n "s/^$tree //p" "$work/notes/$1"; }
has_passed() { [[ $(stands "$1") == passed* ]]; }

# Forgets the result of a step that is made again.
forget() {
  local step
  case $1 in
    first) for step in "${steps[@]}"; do [[ $step == workflows || $step == old_program ]] || rm -f "$work/notes/$step"; done ;;
    again_*) rm -f "$work/notes/same" ;;
  esac
  rm -f "$work/notes/$1"
}

run_step() {
  local begin=$SECONDS status=0 said=passed
  echo "== ship: $1" >&2
  forget "$1"
  "$root/tests/ship/all.sh" --inside "$1" || status=$?
  case $status in 0) ;; 77) said=skipped ;; *) said=failed ;; esac
  echo "$tree $said $((SECONDS - begin)) s" >"$work/notes/$1"
  [ $said != failed ]
}

is_step() { [[ " ${steps[*]} " == *" $1 "* ]]; }
wanted=("$@")
case ${1:-} in
  '') wanted=("${steps[@]}") && rm -rf "$work" ;;
  --go-on) wanted=("${steps[@]}") ;;
  *) for step in "$@"; do is_step "$step" || { sed -n '2,7s/^# \?//p' "$0" >&2; echo "Steps: ${steps[*]}" >&2; exit 2; }; done ;;
esac
mkdir -p "$work/notes"
for step in "${wanted[@]}"; do
  [ "${1:-}" != --go-on ] || ! has_passed "$step" || continue
  run_step "$step" || [ "$step" != first ] || break  # without a release there is nothing to try
done

bad=()
for step in "${steps[@]}"; do
  said=$(stands "$step")
  printf '== ship: %-14s %s\n' "$step" "${said:-not run}" >&2
  [[ " ${wanted[*]} " != *" $step "* ]] || case $said in passed* | skipped*) ;; *) bad+=("$step") ;; esac
done
[ ${#bad[@]} -eq 0 ] || { echo "FAILED: ${bad[*]}" >&2; exit 1; }
