# Installer of FTXUI, the library of the full-screen game. Sourced by tools/install.sh.
# If the distribution packages it, its package is used. Debian 12 doesn't: there the source
# package of the next release is fetched through apt, which checks its signature, and built into a
# cache outside the tree. Nothing here needs root.

ftxui_suite=trixie
ftxui_home=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/ninelives/ftxui-5-hardened

# The folder for CMAKE_PREFIX_PATH: empty if the system has the library, or where nobody has it.
ftxui_prefix() { [ ! -f "$ftxui_home/.complete" ] || echo "$ftxui_home"; }

# The package of this distribution, if it has one.
ftxui_package() {
  ! apt-cache show libftxui-dev >/dev/null 2>&1 || echo libftxui-dev
}

# get_ftxui: true if it is there or could be got.
get_ftxui() {
  [ -z "$(ftxui_prefix)" ] || return 0
  ! is_installed libftxui-dev || return 0
  mkdir -p "$(dirname "$ftxui_home")" || return 1
  # Two builds at a time: the second one waits, and then finds the work done.
  (
    flock 9
    [ -n "$(ftxui_prefix)" ] || build_ftxui
  ) 9>"$ftxui_home.lock"
}

# get_ftxui_licence: its words lie beside it, for whoever hands the program on. Older caches lack them.
get_ftxui_licence() {
  local work status=0
  [ -n "$(ftxui_prefix)" ] && [ ! -f "$ftxui_home/LICENSE" ] || return 0
  work=$(mktemp -d)
  chmod 755 "$work"
  fetch_ftxui "$work" && cp "$work/source/LICENSE" "$ftxui_home/LICENSE" || status=1
  rm -rf "$work"
  return $status
}

build_ftxui() {
  local work status=0
  work=$(mktemp -d)
  chmod 755 "$work"  # apt downloads as a user of its own
  echo "Getting FTXUI and building it, once: about a minute" >&2
  fetch_ftxui "$work" && compile_ftxui "$work" || status=1
  rm -rf "$work"
  return $status
}

# The machine's own sources of its release, asking for the next release's source packages instead:
# the same mirrors, the same keys. One-line files first, then the deb822 ones, stanza by stanza.
next_release_sources() {
  local list parts codename
  eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  cat_stanzas "$list" "$parts"/*.list | awk -v here="$codename" -v next_one="$ftxui_suite" '
    $1 == "deb" && match($0, / [^ \[\]]+:[^ \]]* +[^ ]+ /) {
      split(substr($0, RSTART), word)
      if (word[2] == here) print "deb-src" substr($0, 4, RSTART - 4), word[1], next_one, "main"
    }' >"$1/machine.list"
  cat_stanzas "$parts"/*.sources | awk -v here="$codename" -v next_one="$ftxui_suite" '
    BEGIN { RS = ""; FS = "\n" }
    $0 !~ ("(^|\n)Suites:[^\n]*[ \t]" here "([ \t\n]|$)") { next }
    $0 ~ /(^|\n)Enabled:[ \t]*no/ { next }
    {
      print "Types: deb-src\nSuites: " next_one "\nComponents: main"
      for (i = 1; i <= NF; ++i) {
        if ($i ~ /^#/) continue
        if ($i !~ /^[ \t]/) kept = $i !~ /^(Types|Suites|Components|Architectures):/
        if (kept) print $i
      }
      print ""
    }' >"$1/machine.sources"
}

# Files one after another with an empty line between them, so that stanzas stay apart.
cat_stanzas() {
  local file
  for file in "$@"; do
    [ ! -f "$file" ] || { cat "$file"; echo; }
  done
}

# Into $1/source. Lists and cache of its own: the machine's apt is not touched.
fetch_ftxui() {
  local work=$1 apt
  command -v apt-get >/dev/null || { echo "No apt-get here; install FTXUI 5 by hand." >&2; return 1; }
  mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial" "$work/source"
  next_release_sources "$work/sources"
  apt=(apt-get -o "Dir::Etc::sourcelist=/dev/null" -o "Dir::Etc::sourceparts=$work/sources"
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o "Acquire::Languages=none" -o "Acquire::Retries=3")
  # A foreign mirror that has no such release is no reason to stop; a package not found is.
  quietly "${apt[@]}" update || true
  (cd "$work" && quietly "${apt[@]}" source --download-only ftxui) || return 1
  tar -xf "$work"/ftxui_*.orig.tar.* -C "$work/source" --strip-components=1
}

# Installs into a folder beside the final one and renames it, so the cache is complete or absent. The
# game draws with `screen` and `dom`; `component`, half of the library, is not built.
compile_ftxui() {
  local work=$1 fresh=$ftxui_home.new
  # As in cmake/hardening.cmake.
  local flags='-D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection'
  [ "$(uname -m)" != x86_64 ] || flags+=' -fcf-protection=full'
  rm -rf "$fresh"
  sed -i 's/TARGETS screen dom component/TARGETS screen dom/' "$work/source/cmake/ftxui_install.cmake"
  quietly cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_INSTALL_PREFIX="$fresh" -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DFTXUI_BUILD_DOCS=OFF -DFTXUI_BUILD_EXAMPLES=OFF -DFTXUI_BUILD_TESTS=OFF || return 1
  quietly cmake --build "$work/build" --target screen dom || return 1
  quietly cmake --install "$work/build" || return 1
  cp "$work/source/LICENSE" "$fresh/"
  touch "$fresh/.complete"
  rm -rf "$ftxui_home"
  mv "$fresh" "$ftxui_home"
}
