# Completions of zsh for typed words when Tab is pressed, on a terminal of its own: zsh -f complete.zsh FOLDER TYPED
zmodload zsh/zpty
zpty shell env TERM=dumb zsh -f -i
zpty -w shell "PROMPT= RPROMPT= fpath=($1 \$fpath); autoload -Uz compinit && compinit -u -D
show() { print -r -- \"became<\$BUFFER>\"; BUFFER=; }; zle -N show; bindkey '^T' show; print begin here"
zpty -r shell said '*begin here*begin here*'
zpty -w -n shell "$2"$'\t\x14'
zpty -r shell said '*became<*>*'
print -r -- "${${said##*became<}%%>*}"
zpty -d shell
