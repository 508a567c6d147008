import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** Written by `npm run sdk`, one for each client. */
const generated = [
  'packages/client/src/generated/sdk.gen.ts',
  'packages/python/alta_ar/operations.py',
  'packages/php/src/Operations.php',
];

/**
 * Packs the three clients into a directory, and returns their names: the package for npm, the wheel for pip, and
 * the zip for Composer or for `require`. All have the version in package.json.
 */
export function packClients(directory: string): string[] {
  const missing = generated.filter((file) => !existsSync(file));
  if (missing.length) {
    throw new Error(`Run \`npm ci\` or \`npm run sdk\` first: ${missing.join(', ')} can not be found.`);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  mkdirSync(directory, { recursive: true });
  execFileSync('npm', ['pack', '--workspace=@alta-ar/client', '--pack-destination', resolve(directory)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const zips = {
    [`alta_ar-${version}-py3-none-any.whl`]: wheel(version),
    [`alta-ar-client-php-${version}.zip`]: phpPackage(version),
  };
  for (const [name, files] of Object.entries(zips)) {
    // The same bytes each time.
    const zip = zipSync(files, { mtime: new Date(2026, 0, 1) });
    writeFileSync(join(directory, name), zip);
  }
  return [`alta-ar-client-${version}.tgz`, ...Object.keys(zips)];
}

function wheel(version: string): Zippable {
  const info = `alta_ar-${version}.dist-info`;
  const metadata = `Metadata-Version: 2.1
Name: alta-ar
Version: ${version}
Summary: Client of Alta: companies in Argentina from a tax id to electronic invoices with ARCA.
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readFileSync('packages/python/README.md', 'utf8')}`;
  const files: Record<string, Uint8Array> = {
    ...filesIn('packages/python/alta_ar', 'alta_ar', /\.(py|typed)$/),
    [`${info}/METADATA`]: strToU8(metadata),
    [`${info}/WHEEL`]: strToU8(
      'Wheel-Version: 1.0\nGenerator: alta\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    [`${info}/LICENSE`]: readFileSync('packages/python/LICENSE'),
  };
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');
  const rows = Object.entries(files).map(
    ([name, bytes]) => `${name},sha256=${hashOf(bytes)},${bytes.length}\n`,
  );
  return { ...files, [`${info}/RECORD`]: strToU8(`${rows.join('')}${info}/RECORD,,\n`) };
}

function phpPackage(version: string): Zippable {
  const composer = { ...JSON.parse(readFileSync('packages/php/composer.json', 'utf8')), version };
  return {
    ...filesIn('packages/php', 'alta-ar-client', /^(autoload\.php|README\.md|LICENSE)$/),
    ...filesIn('packages/php/src', 'alta-ar-client/src', /\.php$/),
    'alta-ar-client/composer.json': strToU8(`${JSON.stringify(composer, null, 2)}\n`),
  };
}

const filesIn = (directory: string, to: string, names: RegExp): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => names.test(name))
      .toSorted()
      .map((name) => [`${to}/${name}`, readFileSync(join(directory, name))]),
  );

/** `npm run clients`, with a directory if not `dist`. */
if (import.meta.main) {
  const directory = process.argv[2] ?? 'dist';
  try {
    for (const name of packClients(directory)) console.log(join(directory, name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
