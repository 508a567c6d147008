import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from '#tests/unit/wizard/pages.tsx';

const args = process.argv.slice(2);
const dark = args.includes('--dark');
const names = args.filter((a) => !a.startsWith('--') );
const widths = args.includes('--desk') ? [1366] : args.includes('--phone') ? [360] : [390, 1366];
mkdirSync('/tmp/w/shots', { recursive: true });
const css = readFileSync('public/wizard.css', 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const name of names) for (const width of widths) {
  const page = await browser.newPage({ viewport: { width, height: width < 500 ? 740 : 768 }, colorScheme: dark ? 'dark' : 'light' });
  const html = renderToStaticMarkup(pages[name]).replace(/<link rel="stylesheet"[^>]*wizard[^>]*>/, `<style>${css}</style>`);
  await page.setContent('<!doctype html>' + html, {waitUntil:'load'});
  await page.screenshot({ path: `/tmp/w/shots/${name}-${width}${dark ? '-dark' : ''}.png`, fullPage: !args.includes('--fold') });
  await page.close();
}
await browser.close();
