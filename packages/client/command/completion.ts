import type { Command } from './command.ts';
import { usageError } from './exit-codes.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `source <(alta completion bash)`: the script asks for nothing while one types. */
export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'A script that has bash, zsh or fish complete what is typed',
  takes: ['shell'],
  async run({ args: [asked] }) {
    const shell = shells.find((each) => each === asked);
    if (!shell) throw usageError(`There are ${shells.join(', ')}.`);
    const script = scripts[shell](commands());
    return { data: { script }, text: script };
  },
});

const scripts: Record<(typeof shells)[number], (commands: readonly Command[]) => string> = {
  bash: (commands) => `_alta() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$typed" in
${cases(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _alta alta`,
  zsh: (commands) => `#compdef alta
_alta() {
  local typed="\${(j: :)words[2,CURRENT-1]}" words_there=''
  case "$typed" in
${cases(commands).replaceAll('words=', 'words_there=')}
  esac
  compadd -- \${=words_there}
  _files
}
compdef _alta alta`,
  fish: (commands) =>
    [
      "function __alta_typed; string join ' ' -- (commandline -opc)[2..]; end",
      'complete -c alta -f',
      ...groupsOf(commands).map(
        ([group, next]) =>
          `complete -c alta -n '${group ? `test "$(__alta_typed)" = "${group}"` : '__fish_use_subcommand'}' -a '${next.join(' ')}'`,
      ),
      ...commands
        .filter(({ takes }) => takes?.includes('file'))
        .map(({ name }) => `complete -c alta -n '${isTyped(name)}' -F`),
      ...commands.flatMap(({ name, options = {} }) =>
        Object.entries({ ...options, json: { says: 'for programs' } }).map(
          ([option, { says, ...more }]) =>
            `complete -c alta -n '${isTyped(name)}' -l ${option}${'value' in more && more.value ? ' -r' : ''} -d '${says.replaceAll("'", "\\'")}'`,
        ),
      ),
    ].join('\n'),
};

const isTyped = (name: string) => `string match -q -- "${name}*" "$(__alta_typed)"`;

/** What may come first, and what after the first word of two. */
function groupsOf(commands: readonly Command[]): [string, string[]][] {
  const names = commands.map(({ name }) => name.split(' '));
  const first = [...new Set(names.map(([word = '']) => word))];
  const second = first.flatMap((group): [string, string[]][] => {
    const next = names.flatMap(([word, ...rest]) => (word === group ? rest : []));
    return next.length ? [[group, next]] : [];
  });
  return [['', first], ...second];
}

const cases = (commands: readonly Command[]): string =>
  [
    ...groupsOf(commands).map(([group, next]) => `    '${group}') words='${next.join(' ')}' ;;`),
    ...commands.map(({ name, options = {} }) => {
      const flags = Object.keys({ ...options, json: 0 }).map((option) => `--${option}`);
      return `    '${name}'*) words='${flags.join(' ')}' ;;`;
    }),
  ].join('\n');
