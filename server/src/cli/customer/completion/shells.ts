import { shellQuoted } from '../../shell-quoted.ts';
import type { Place, Word } from './command-words.ts';

const texts = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
const paths = (places: readonly Place[]): readonly string[] =>
  places.map(({ path }) => path).filter((path) => path !== '');

/** Follows the words that were typed down the tree, then offers what may come; files where nothing of it fits. */
const bash = (places: readonly Place[]): string => `# swath: completion for bash
_swath() {
  local at='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${paths(places).map(shellQuoted).join('|')}) at="\${at:+$at }$word" ;;
      *) break ;;
    esac
  done
  case "$at" in
${places.map(({ path, words }) => `    ${shellQuoted(path)}) words=${shellQuoted(texts(words))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _swath swath`;

const described = ({ text, about }: Word): string => shellQuoted(about === '' ? text : `${text}:${about}`);

const zsh = (places: readonly Place[]): string => `#compdef swath
_swath() {
  local at='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      (${paths(places).map(shellQuoted).join('|')}) at="\${at:+$at }$word" ;;
      (*) break ;;
    esac
  done
  case "$at" in
${places.map(({ path, words }) => `    (${shellQuoted(path)}) offered=(${words.map(described).join(' ')}) ;;`).join('\n')}
  esac
  _describe swath offered || _files
}
compdef _swath swath`;

const fishLine = (path: string, { text, about }: Word): string => {
  const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
  return `complete -c swath -n ${shellQuoted(`__swath_at ${shellQuoted(path)}`)} ${what}${about === '' ? '' : ` -d ${shellQuoted(about)}`}`;
};

const fish = (places: readonly Place[]): string => `# swath: completion for fish
function __swath_at
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l at ''
  for word in $typed
    set -l next (string trim "$at $word")
    contains -- "$next" ${paths(places).map(shellQuoted).join(' ')}; or break
    set at "$next"
  end
  test "$at" = "$argv[1]"
end
${places.flatMap(({ path, words }) => words.map((word) => fishLine(path, word))).join('\n')}`;

export const shells: Readonly<Record<'bash' | 'zsh' | 'fish', (places: readonly Place[]) => string>> = {
  bash,
  zsh,
  fish,
};
