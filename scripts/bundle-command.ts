import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pages } from '#app/docs/_pages.ts';

/**
 * Bundles the program `alta` with its dependencies into one folder of the package, so that npx installs
 * nothing else. mcp.ts is a chunk of its own, loaded on demand.
 */
const root = new URL('../', import.meta.url);
const out = new URL('packages/client/dist/command/', root);
const pathOf = (url: URL) => fileURLToPath(url);

const { metafile } = await build({
  entryPoints: [pathOf(new URL('packages/client/command/alta.ts', root))],
  outdir: pathOf(out),
  absWorkingDir: pathOf(root),
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Commander is CommonJS and requires Node's modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

/** Notices that the licences of the bundled packages require. */
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
);
writeFileSync(new URL('NOTICES.txt', out), [...packages].sort().map(noticeOf).join('\n\n'));

mkdirSync(new URL('docs/', out), { recursive: true });
for (const { name } of pages) {
  cpSync(new URL(`docs/${name}.md`, root), new URL(`docs/${name}.md`, out));
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(new URL(`${folder}/package.json`, root), 'utf8'),
  );
  const [file = 'LICENSE'] = readdirSync(new URL(folder, root)).filter((each) => /^licen[cs]e/i.test(each));
  const text = readFileSync(new URL(`${folder}/${file}`, root), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
