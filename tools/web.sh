# Setup of Node and build of the page in build/web, sourced by ./run and ./test.

node_home=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/ninelives/node-20

# The page's tools want Node 20.19 or newer.
node_is_new() {
  command -v node >/dev/null && command -v npm >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number);
             process.exit(a > 20 && !(a === 22 && b < 12) && a !== 21 || (a === 20 && b >= 19) ? 0 : 1)'
}

# get_node: true if Node is there, or could be got: Debian 12 has an older one, with whose npm a newer
# one comes into the cache.
get_node() {
  export PATH="$node_home/node_modules/node/bin:$PATH"
  node_is_new && return 0
  require npm
  mkdir -p "$node_home"
  (
    flock 9
    [ -x "$node_home/node_modules/node/bin/node" ] ||
      { echo "Getting Node 20, once" >&2; quietly npm install --prefix "$node_home" --no-audit --no-fund node@20; }
  ) 9>"$node_home.lock"
  node_is_new
}

# The page's packages, asked for again when the list of them has changed.
get_web_packages() {
  local wanted="$root/web/package-lock.json" have="$root/web/node_modules/.complete"
  ! cmp -s "$wanted" "$have" || return 0
  echo "Installing the page's packages" >&2
  (cd "$root/web" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 quietly npm ci) && cp "$wanted" "$have"
}

# build_web: build/web, made again when something is newer than it.
build_web() {
  local page="$root/build/web/index.html"
  if [ -f "$page" ] && [ -z "$(find "$root/web" "$root/lang" "$root/src" -path "$root/web/node_modules" -prune -o \
    -path "$root/web/tests" -prune -o -type f -newer "$page" -print -quit)" ]; then
    return 0
  fi
  require wasm
  get_node || return 1
  # The packages come while the engine is compiled: one waits for the network, the other for the processor.
  get_web_packages & local packages=$!
  local compiled=0
  quietly "$root/web/engine/build.sh" || compiled=1
  wait "$packages" && [ "$compiled" -eq 0 ] || return 1
  echo "Building the browser's client" >&2
  (cd "$root/web" && quietly npm run build)
}
