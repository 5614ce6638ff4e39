# What zsh offers for a command line, one match a line: zsh -f completion.zsh SCRIPT LINE
# SCRIPT is loaded into a zsh with a terminal of its own, LINE is typed there, and then the tab key. A function in
# compadd's place writes down what it is given, unless it is a question of zsh itself (-O, -A, -D), which offers nothing.
zmodload zsh/zpty || exit 1
script=$1 line=$2
setup='
PROMPT=
autoload -Uz compinit; compinit -u -D
source '${(q)script}'
compadd() {
  [[ -n ${(M)@:#-(O|A|D)} ]] && { builtin compadd "$@"; return }
  local match
  local -a matches
  builtin compadd -A matches "$@"
  for match in "${matches[@]}"; do print -r -- "<$match>"; done
  builtin compadd "$@"
}
offer() { zle complete-word; print -r -- DONE$((1)); exit }
zle -N offer
bindkey "^I" offer
print READY$((1))
'
zpty shell zsh -f -i
zpty -w shell "$setup"
read_until() {
  local part
  seen=
  while zpty -r shell part; do
    seen+=$part
    [[ $part == *$1* ]] && return
  done
}
read_until READY1
zpty -w -n shell "$line"$'\t'
read_until DONE1
print -r -- "$seen" | tr -d '\r' | grep -ao '<[^<>]*>' | sed 's/^<//; s/>$//'
exit 0
