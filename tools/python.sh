# Setup of the Python environment in a cache outside the tree, sourced by ./test, with the
# package of this checkout installed in it as a newcomer would.

python_home=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/ninelives/python
python_needs=(scikit-build-core pytest numpy 'gymnasium>=1.2' 'pettingzoo>=1.26' 'pillow>=10.1' matplotlib
  'open_spiel>=1.6' shimmy)
# For ./test long: what people train with. PyTorch is several GB, once. PufferLib is tested where it is
# installed already: its package fetches sources from elsewhere while it is built.
python_long_needs=('ray[rllib]' mypy jax torch sb3-contrib torchrl openenv)

# in_python <program> [argument]...: a program of the environment.
in_python() { "$python_home/bin/$1" "${@:2}"; }

# get_python [package]...: the environment with python_needs and these. Packages come once; they
# are asked for again when one is wanted that wasn't before.
get_python() {
  [ -x "$python_home/bin/pip" ] || quietly /usr/bin/python3 -m venv "$python_home" || return 1
  local got=$python_home/.complete wanted missing packages
  wanted=$(printf '%s\n' "${python_needs[@]}" "$@")
  missing=$(grep -vxF -f <(cat "$got" 2>/dev/null; echo) <<<"$wanted" || true)
  [ -n "$missing" ] || return 0
  echo "Installing Python packages, once:" $missing >&2
  mapfile -t packages <<<"$wanted"
  quietly in_python pip install --upgrade "${packages[@]}" || return 1
  (cat "$got" 2>/dev/null; echo "$wanted") | sort -u >"$got.new" && mv "$got.new" "$got"
}

# install_package: builds the wheel of this checkout and installs it; a next time only what changed
# is compiled.
install_package() {
  quietly in_python pip install --no-build-isolation --no-deps --force-reinstall \
    --config-settings=build-dir="$root/build/wheel" "$root"
}
