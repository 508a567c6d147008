import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './api-client.ts';
import { readMail } from './mail-server.ts';

/** The last mail to an address, and the link in it. Without a mail server, mails are written to files. */
export async function mailTo(address: string): Promise<{ link: string; subject: string }> {
  const directory = join(process.env.DATA_DIR ?? '', 'mail');
  const read = async () =>
    readdirSync(directory)
      .map((name) => join(directory, name))
      .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
      .map((file) => readMail(readFileSync(file)))
      .find(({ headers }) => headers.get('to') === address);
  const mail = await eventually(
    async () => read().catch(() => undefined),
    (found) => found !== undefined,
  );
  const link = /https?:\/\/\S+\/reg\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';
  return { link, subject: mail?.headers.get('subject') ?? '' };
}
