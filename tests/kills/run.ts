import { spawn } from 'node:child_process';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';

/**
 * `npm run test:kills`: a thousand kills with SIGKILL, one kind of work after the other. Each of the tests compares at
 * its end what was acknowledged with what is there, and the invoices with the simulator's books. It takes about an hour,
 * and needs what `npm run test:failover` needs.
 */
const least = 1_000;

interface Work {
  what: string;
  /** Arguments of `npm run`. */
  command: string[];
  /** Given to the tests as `ALTA_KILLS`. Some do so many of each kind, or end before they have done all. */
  kills: number;
}

const test = (file: string) => ['test:integration', '--', `tests/integration/${file}.test.ts`];
const works: Work[] = [
  { what: 'rotations of the vault key', command: test('database/vault-rotation'), kills: 60 },
  { what: 'backups, and as many restores', command: test('backup/kills'), kills: 30 },
  { what: 'suppliers by API, on one process and on two', command: test('api/kills'), kills: 40 },
  { what: 'invoices and Factura E', command: test('invoices/kills'), kills: 950 },
  { what: 'the primary of two PostgreSQL nodes', command: ['test:failover', '--', '--kills=20'], kills: 20 },
];

buildIfNeeded();
const startedAt = Date.now();
let total = 0;
for (const work of works) {
  console.log(`\n── ${work.what}`);
  total += await killsOf(work);
}
const minutes = Math.round((Date.now() - startedAt) / 60_000);
console.log(`\n${total} kills in ${minutes} minutes, nothing lost or doubled.`);
if (total < least) {
  console.error(`${least} were wanted.`);
  process.exitCode = 1;
}

/** Runs the work, and adds up the `N kills` of its output. @throws Error if it fails */
async function killsOf({ what, command, kills }: Work): Promise<number> {
  const child = spawn('npm', ['run', '--silent', ...command], {
    env: { ...process.env, ALTA_KILLS: String(kills), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part) => {
    output += part;
    process.stdout.write(part);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`Failed: ${what}`);
  return [...output.matchAll(/(?:^|: )(\d+) kills\b/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}
