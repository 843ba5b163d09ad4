# Sourced by ./test: the project's virtual environment, in a cache outside the tree, with the
# package of this checkout installed in it as a newcomer would.

python_home=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/ninelives/python
python_needs=(scikit-build-core pytest numpy 'gymnasium>=1.2' 'pettingzoo>=1.26' pillow matplotlib
  'open_spiel>=1.6')

# in_python <program> [argument]...: a program of the environment.
in_python() { "$python_home/bin/$1" "${@:2}"; }

# The packages come once; they are asked for again when the list has changed.
get_python() {
  [ -x "$python_home/bin/pip" ] || quietly /usr/bin/python3 -m venv "$python_home" || return 1
  local list="${python_needs[*]}"
  [ "$(cat "$python_home/.complete" 2>/dev/null)" != "$list" ] || return 0
  echo "Installing Python packages, once: ${python_needs[*]}" >&2
  quietly in_python pip install --upgrade "${python_needs[@]}" || return 1
  echo "$list" >"$python_home/.complete"
}

# install_package: builds the wheel of this checkout and installs it; a next time only what changed
# is compiled.
install_package() {
  quietly in_python pip install --no-build-isolation --no-deps --force-reinstall \
    --config-settings=build-dir="$root/build/wheel" "$root"
}
