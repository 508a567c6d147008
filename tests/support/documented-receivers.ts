import { spawnSync } from 'node:child_process';
import { codeBlocks } from './documentation.ts';

/** Command and driver that verify standard input with an example of docs/webhooks.md. */
const languages = {
  ts: {
    command: [process.execPath, '--input-type=module-typescript', '-e'],
    driver:
      "import { readFileSync } from 'node:fs'; const given = JSON.parse(readFileSync(0)); console.log(verify(given.secret, given.headers, given.body).id);",
  },
  python: {
    command: ['python3', '-c'],
    driver:
      'import sys\ngiven = json.load(sys.stdin)\nprint(verify(given["secret"], given["headers"], given["body"].encode())["id"])',
  },
  php: {
    command: ['php', '-r'],
    driver:
      "$given = json_decode(stream_get_contents(STDIN), true); echo verify($given['secret'], $given['headers'], $given['body'])['id'];",
  },
};

interface Message {
  secret: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Receivers of docs/webhooks.md, unchanged. `isThere`: the machine can run them. */
export const documentedReceivers = Object.entries(languages).map(([language, { command, driver }]) => {
  const [program = '', ...options] = command;
  const code =
    codeBlocks('webhooks')
      .find(({ language: its, file }) => its === language && file?.startsWith('verify'))
      ?.text.replace(/^<\?php\n/, '') ?? ''; // `php -r` takes the program without its tag.
  return {
    language,
    isThere: spawnSync(program, ['--version']).status === 0,
    /** Id of the message, or `refused`. */
    verify(message: Message): string {
      const { status, stdout } = spawnSync(program, [...options, `${code}\n${driver}`], {
        input: JSON.stringify(message),
        encoding: 'utf8',
      });
      return status === 0 ? stdout.trim() : 'refused';
    },
  };
});
