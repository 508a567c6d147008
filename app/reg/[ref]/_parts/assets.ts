import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address changes with the contents, so that the file can be cached for good. */
function addressOf(file: string): string {
  const contents = readFileSync(join(process.cwd(), 'public', file));
  return `/${file}?v=${createHash('sha256').update(contents).digest('hex').slice(0, 12)}`;
}

export const stylesheet = addressOf('wizard.css');
export const script = addressOf('wizard.js');
