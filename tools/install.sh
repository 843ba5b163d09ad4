# Installer of packages and build functions, sourced by ./run and ./test.
# Expects $root, the repository. Everything said here goes to stderr; stdout is the program's.
. "$root/tools/ftxui.sh"
. "$root/tools/web.sh"

packages_for() {
  case $1 in
    core)
      echo g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libtomlplusplus-dev
      echo libsodium-dev libpq-dev libsqlite3-dev libutf8proc-dev libpng-dev libeigen3-dev libboost1.81-dev libssl-dev libssh-dev
      ;;
    tests)
      echo libgtest-dev haproxy python3 python3-yaml valgrind clang-format-16 tmux bubblewrap libclang-rt-16-dev pkg-config groff-base zsh fish openssh-client
      packages_for cluster
      packages_for wasm
      packages_for models
      command -v node >/dev/null || echo nodejs
      ;;
    cluster) echo postgresql ;;
    cluster_long) echo libfaketime ;;
    models)
      echo python3-venv
      command -v go >/dev/null || echo golang-go
      command -v java >/dev/null || echo default-jre-headless
      ;;
    wasm)
      echo clang-16 lld-16 wasi-libc libc++-16-dev-wasm32 libc++abi-16-dev-wasm32
      echo libclang-rt-16-dev-wasm32
      ;;
    npm) command -v npm >/dev/null || echo npm ;;
    browser) echo chromium-headless-shell fonts-noto-cjk firefox-esr webkit2gtk-driver xvfb xauth ;;
    screen) [ -n "$(ftxui_prefix)" ] || ftxui_package ;;
    python) echo python3 python3-venv bubblewrap ;;
    openspiel) echo python3-dev ;;
    fuzz) echo clang-16 libclang-rt-16-dev ;;
    chroot) echo debootstrap ;;
    package) echo debhelper dh-python dpkg-dev fakeroot lintian ;;
    image) echo buildah skopeo procps ;;
    signature) echo minisign ;;
    wheel) echo unzip binutils ;;
    old) echo libspdlog-dev ;;
    foreign) echo debootstrap qemu-user-static ;;
    windows) echo wine64 ;;
    difference) echo diffoscope-minimal ;;
    *) echo "no package list for '$1'" >&2; return 1 ;;
  esac
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# require <need>...: asks apt for nothing when nothing is missing; exits 3 where it may not ask.
require() {
  local need package list missing=() sudo=()
  for need in "$@"; do
    list=$(packages_for "$need")
    for package in $list; do
      is_installed "$package" || missing+=("$package")
    done
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Some packages are missing, and this user may not install them. As root, run:" >&2
      echo "apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 3
    fi
    sudo=(sudo -n)
  fi
  echo "Installing ${missing[*]}" >&2
  # A foreign source that fails to update is no reason to stop; a package not found is.
  quietly "${sudo[@]}" apt-get update || true
  quietly "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
}

# quietly <command>...: shows what the command printed only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if "$@" </dev/null >"$log" 2>&1; then rm -f "$log"; return 0; fi
  cat "$log" >&2
  rm -f "$log"
  return 1
}

# configure <preset> [cmake option]...
configure() {
  quietly cmake -S "$root" --preset "$1" -DCMAKE_PREFIX_PATH="$(ftxui_prefix)" "${@:2}"
}

# build <preset> [target]...: a progress line for people, silence for pipes.
build() {
  local preset=$1 command
  shift
  command=(cmake --build "$root/build/$preset" ${1:+--target "$@"})
  if [ -t 2 ]; then "${command[@]}" >&2; else quietly "${command[@]}"; fi
}
