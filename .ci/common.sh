# shellcheck shell=bash
# What the stages share. `.ci/run` starts them in the checkout, and gives them a folder for all.
set -euo pipefail
checkout=$PWD
work=${FASTGEC_CI_WORK:?"expected: start stages by .ci/run STAGE"}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

say() { printf '\n== %s\n' "$*"; }

# The Pythons found, the usual one first: a version and a path on each line.
pythons() {
  local candidate version seen=" "
  for candidate in python3 python3.{11..15} python3.{13..15}t \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
    version=$("$candidate" -c 'import sys, sysconfig
if sys.version_info >= (3, 11):
    print("%d.%d" % sys.version_info[:2] + ("t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""))
' 2>/dev/null) || continue
    [[ -n $version && $seen != *" $version "* ]] || continue
    "$candidate" -c 'import venv' 2>/dev/null || continue
    seen+="$version "
    printf '%s %s\n' "$version" "$("$candidate" -c 'import sys; print(sys.executable)')"
  done
}

mapfile -t found < <(pythons)
[[ ${#found[@]} -gt 0 ]] || { echo "no Python 3.11 or later found" >&2; exit 1; }
first=${found[0]#* }

# Calls a function for each Python found, two at a time, with its version and path; what they print
# comes in order when all are done.
for_each_python() {
  local entry status=0
  for entry in "${found[@]}"; do
    [[ $(jobs -rp | wc -l) -lt 2 ]] || wait -n || status=1
    "$1" "${entry%% *}" "${entry#* }" >"$work/$1-${entry%% *}.out" 2>&1 & # not as a condition: errexit
  done
  while [[ $(jobs -p | wc -l) -gt 0 ]]; do wait -n || status=1; done
  for entry in "${found[@]}"; do cat "$work/$1-${entry%% *}.out"; done
  return "$status"
}

# What git knows of the checkout, as it stands, in another folder.
copy() {
  mkdir -p "$1"
  git -C "$checkout" ls-files -z | tar -C "$checkout" --null -T - -cf - | tar -C "$1" -xf -
}

# A command of the README, word for word: readme demo, readme test.
readme() {
  sed -n "/<!-- $1 command -->/,/^\`\`\`\$/p" README.md | grep '^python3 ' ||
    { echo "README.md shows no $1 command" >&2; return 1; }
}

# Runs a command of the README in a copy of the checkout, where python3 is the first Python found.
run_in_copy() {
  [[ -d $work/$1 ]] || copy "$work/$1"
  mkdir -p "$work/first"
  ln -sf "$first" "$work/first/python3"
  (cd "$work/$1" && PATH="$work/first:$PATH" bash -c "$2")
}

# Goes to the copy that the README's test command has set up, and installs there what extras need; the
# package is there, and is not built once more.
enter() {
  local command
  command=$(readme test)
  [[ -x $work/tested/.venv/bin/fastgec ]] || run_in_copy tested "${command% && *}"
  cd "$work/tested"
  .venv/bin/pip install -q "fastgec[$1]"
}
