// @module-tag slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const rules = read('deploy/prometheus/alerts.yml');
const dashboard = read('deploy/grafana/dashboard.json');
const operations = read('docs/operations.md');

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const panels: Panel[] = JSON.parse(dashboard).panels;
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The names of what is exported, in a text that has them among other things. */
const namesIn = (text: string) => new Set(text.match(/\b(alta|nodejs|process)_[a-z0-9_]+\b/g));

onServer('alerts and dashboard', { seed: async () => undefined }, (server) => {
  test('use only metrics that the process exports', async () => {
    const text = await (await fetchPage(`${server().alta.origin}/api/metrics`)).text();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
    const isExported = (name: string) => {
      const histogram = name.replace(/_(bucket|count|sum)$/, '');
      return types.has(name) || types.get(histogram) === 'histogram';
    };
    const named = namesIn(`${rules} ${expressions.join(' ')}`);
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !isExported(name))).toEqual([]);
  });
});

describe('each alert', () => {
  test.each(alerts)('%s has a section in the operator’s handbook, and links to it', (alert) => {
    expect(operations).toMatch(new RegExp(`^### ${alert}$`, 'm'));
    expect(rules).toContain(`runbook: docs/operations.md#${alert.toLowerCase()}`);
  });
  test('in the handbook is one of the rules', () => {
    const told = [...operations.matchAll(/^### (Alta\w+)$/gm)].map(([, name]) => name);
    expect(told).toEqual(alerts);
  });
});

const promtool = (...args: string[]) =>
  spawnSync('promtool', args, {
    cwd: new URL('../../../deploy/prometheus', import.meta.url),
    encoding: 'utf8',
  });
const isThere = promtool('--version').status === 0;
if (!isThere) console.warn('No promtool on this machine (Debian: prometheus): alerts are not tried with it.');

describe.skipIf(!isThere)('promtool', () => {
  const said = (...args: string[]) => {
    const { status, stdout, stderr } = promtool(...args);
    return { status, text: stdout + stderr };
  };

  test('accepts the rules, and each alert fires in its trouble', () => {
    expect(said('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    expect(said('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 });
  });

  test('accepts each expression of the dashboard', () => {
    const directory = mkdtempSync(join(tmpdir(), 'alta-dashboard-'));
    const file = join(directory, 'rules.yml');
    const asRules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
    expect(said('check', 'rules', file)).toMatchObject({ status: 0 });
    rmSync(directory, { recursive: true });
  });
});
