import { spawnSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { codeBlocks } from '#tests/support/documentation.ts';

/** The examples of docs/webhooks.md, run as they stand: how to begin, and to verify what is on standard input. */
const languages = {
  js: {
    command: [process.execPath, '--input-type=module', '-e'],
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
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({ id: 'msg_1', name: 'Ñandú' });

describe.each(Object.entries(languages))('the receiver in %s', (language, { command, driver }) => {
  const [program = '', ...options] = command;
  const isThere = spawnSync(program, ['--version']).status === 0;
  const code = codeBlocks('webhooks').find((block) => block.language === language)?.text ?? '';

  const verify = (headers: Record<string, string>, sent = body) => {
    const input = JSON.stringify({ secret, headers, body: sent });
    const { status, stdout } = spawnSync(program, [...options, `${code}\n${driver}`], {
      input,
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : 'refused';
  };
  const signed = (by: string[], at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': by.map((each) => new Webhook(each).sign('msg_1', at, body)).join(' '),
  });

  test.skipIf(!isThere)('takes ours, also while the secret is changed, and nothing else', () => {
    expect(verify(signed([secret]))).toBe('msg_1');
    expect(verify(signed([other, secret]))).toBe('msg_1');
    expect(verify(signed([other]))).toBe('refused');
    expect(verify(signed([secret]), body.replace('1', '2'))).toBe('refused');
    expect(verify(signed([secret], new Date(Date.now() - 600_000)))).toBe('refused');
  });
});
