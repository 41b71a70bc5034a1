/** Shells with completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Each script calls the program, so completion always matches the accepted commands. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_voiceloom() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null))
}
complete -o default -F _voiceloom voiceloom
`,
  zsh: `#compdef voiceloom
_voiceloom() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
compdef _voiceloom voiceloom
`,
  fish: `function __voiceloom_complete
  set -l words (commandline -opc)
  voiceloom complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c voiceloom -a '(__voiceloom_complete)'
`,
};
