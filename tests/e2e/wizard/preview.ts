/**
 * Every page of the wizard as a file, a picture and a list of what axe finds:
 * `npx tsx tests/e2e/wizard/preview.ts [name part] [--pictures]` -> /tmp/wizard-preview
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { everyLook, faultsInLooks } from '#tests/support/e2e-axe.ts';
import { pages } from '#tests/unit/wizard/pages.tsx';
import { browserArguments, findBrowser } from '../../../scripts/find-browser.ts';

const directory = '/tmp/wizard-preview';
const [part = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const pictures = process.argv.includes('--pictures');
const wanted = Object.entries(pages).filter(([name]) => name.includes(part));
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";

mkdirSync(directory, { recursive: true });
const documents = new Map<string, string>();
for (const [name, page] of wanted) documents.set(`/${name}`, await renderDocument(page));
for (const [path, html] of documents) {
  writeFileSync(`${directory}${path}.html`, html);
  console.log(`${path.slice(1).padEnd(36)} ${(gzipSync(html).length / 1024).toFixed(1)} KB gz`);
}

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript' };
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const type = types[path.split('.')[1] ?? ''];
  response.setHeader('content-type', type ?? 'text/html; charset=utf-8');
  response.setHeader('content-security-policy', policy);
  response.end(type ? readFileSync(`public${path}`) : (documents.get(path) ?? ''));
}).listen(0);
const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments });
const tab = await browser.newPage();
tab.on('console', (message) => console.log(`  console: ${message.text()}`));
let findings = 0;
for (const [path] of documents) {
  await tab.goto(origin + path);
  const faults = await faultsInLooks(tab, everyLook);
  for (const fault of faults) console.log(`  ${path}, ${fault}`);
  findings += faults.length;
  if (!pictures) continue;
  for (const { width, colorScheme } of everyLook) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.emulateMedia({ colorScheme });
    await tab.screenshot({ path: `${directory}${path}-${width}-${colorScheme}.png`, fullPage: true });
  }
}
await browser.close();
server.close();
console.log(`${documents.size} pages, ${findings} findings`);
