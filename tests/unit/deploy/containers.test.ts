import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { envSections, secretsInFile } from '#lib/env.ts';
import { proxyKeepAliveMs } from '#lib/http/connection-limits.ts';
import { stopTimesMs } from '#lib/shutdown.ts';

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test: string[] };
  image: string;
  build?: { args?: Record<string, string> };
  volumes?: string[];
  secrets?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  deploy?: { resources?: { limits?: Record<string, string | number> } };
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, object>;
}

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

describe('the image', () => {
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  const context = ignored.map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (--from=build )?(.*) \S+$/gm)].flatMap(
    ([, from, paths = '']) => paths.split(' ').map((path) => (from ? path.replace('/app/', '') : path)),
  );

  test('is built from existing files', () => {
    expect(copied.length).toBeGreaterThan(10);
    const made = ['.', '.next', '--from=modules', '/image/'];
    expect(copied.filter((path) => !made.includes(path) && !existsSync(path))).toEqual([]);
    expect(context.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('gets no secret or data file of the build machine', () => {
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*$/m);
    expect(context.filter((path) => /env$|data|git$|secret|deploy/.test(path))).toEqual([]);
  });

  test('can be built with a known key for server actions, because none is a closure', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const within = files.filter((name) =>
      /^\s+['"]use server['"]/m.test(readFileSync(`app/${name}`, 'utf8')),
    );
    expect(within).toEqual([]);
  });

  test('runs as a user other than root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});

describe('a service of compose.yaml', () => {
  test.each(services)('is read-only and gains no privileges: %s', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test.each(services)('has limits: %s', (_name, { deploy }) => {
    expect(Object.keys(deploy?.resources?.limits ?? {})).toEqual(['cpus', 'memory', 'pids']);
  });

  test.each(services)('has a health check, the application that of its image: %s', (_name, service) => {
    const { healthcheck, image } = service;
    const [, program, ...args] = healthcheck?.test ?? [];
    expect(program).toBeTruthy();
    const own = JSON.parse(/^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
    // Compose would put a variable of its own in the place of `${…}`.
    if (image === 'alta') expect([program, ...args.map((each) => each.replace('$$', '$'))]).toEqual(own);
  });

  test.each(services)('gets its secrets as files and uses existing volumes: %s', (_name, service) => {
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      if (name.endsWith('_FILE')) expect(service.secrets).toContain(value.replace('/run/secrets/', ''));
      else expect(name).not.toMatch(/KEY|PASSWORD|^DATABASE_URL$/);
    }
    const named = (service.volumes ?? []).map((each) => each.split(':')[0] ?? '');
    for (const name of named) {
      if (name === './backups') expect(readFileSync('.gitignore', 'utf8')).toContain('deploy/backups/');
      else if (name.startsWith('.')) expect(existsSync(`deploy/${name}`)).toBe(true);
      else expect(compose.volumes).toHaveProperty(name);
    }
  });

  test('takes every other variable from an optional file, and lets nothing empty override it', () => {
    const known = Object.values(envSections).flatMap((section) => Object.keys(section));
    const files = secretsInFile.map((name) => `${name}_FILE`);
    for (const [, { env_file, environment = {} }] of services.filter(([, { image }]) => image === 'alta')) {
      expect(env_file).toEqual([{ path: 'alta.env', required: false }]);
      expect(readFileSync('.gitignore', 'utf8')).toContain('deploy/alta.env\n');
      expect(Object.keys(environment).filter((name) => ![...known, ...files].includes(name))).toEqual([]);
      expect(Object.values(environment).filter((value) => value.includes(':-}'))).toEqual([]);
    }
  });

  test('is the application in two instances, both known to the proxy', () => {
    const instances = services.filter(([, { image }]) => image === 'alta').map(([name]) => `${name}:3000`);
    expect(instances).toHaveLength(2);
    expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain(instances.join(' '));
  });
});

describe('the unit for systemd', () => {
  const unit = readFileSync('deploy/systemd/alta.service', 'utf8');
  const keys = [...unit.matchAll(/^(\w+)=/gm)].map(([, key]) => key);

  test('starts the pinned Node with the program that npm starts', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    const program =
      unit.match(/^ExecStart=\/opt\/alta\/current\/node_modules\/node\/bin\/node (.*)$/m)?.[1] ?? '';
    expect(existsSync(program)).toBe(true);
    expect(scripts.start.endsWith(program)).toBe(true);
  });

  test.each([
    'NoNewPrivileges',
    'ProtectSystem',
    'PrivateTmp',
    'CapabilityBoundingSet',
    'SystemCallFilter',
    'LoadCredential',
    'TimeoutStopSec',
  ])('has the setting %s', (key) => {
    expect(keys).toContain(key);
  });

  const [backup, command] = ['alta-backup.service', 'alta-run'].map((name) =>
    readFileSync(`deploy/systemd/${name}`, 'utf8'),
  ) as [string, string];

  test('has its configuration and secrets in common with the backup and with commands', () => {
    const settings = ['WorkingDirectory', 'EnvironmentFile', 'LoadCredential'];
    const isShared = (line: string) => settings.some((name) => line.includes(`${name}=`));
    const shared = unit.split('\n').filter(isShared);
    expect(shared).toHaveLength(4);
    expect(backup.split('\n').filter(isShared)).toEqual(shared);
    expect(command.match(/--property=(\S+)/g)?.map((each) => each.slice('--property='.length))).toEqual([
      ...shared,
      'UMask=0077',
    ]);
    const variables = /ALTA_VAULT_KEY_FILE=(.*)\/vault-key DATABASE_URL_FILE=\1\/database-url/;
    for (const text of [unit, backup, command]) expect(text).toMatch(variables);
    for (const text of [unit, backup, command]) expect(text).toContain('DATA_DIR=/var/lib/alta');
  });

  test('is accepted by systemd, as are the backup and its timer', ({ skip }) => {
    const folder = 'deploy/systemd';
    const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name));
    const paths = units.map((name) => `${folder}/${name}`);
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    if (checked.error) skip('systemd-analyze is not installed');
    // The installation's own directory is not on this machine.
    const faults = checked.stderr.split('\n').filter((line) => line && !line.includes('is not executable'));
    expect(faults).toEqual([]);
  });

  test('has commands that run without an argument only to print how they are used', () => {
    const { status, stderr } = spawnSync('sh', ['deploy/systemd/alta-run'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('alta-run doctor')]);
  });
});

test.each([
  ['compose.yaml', /^ {2}stop_grace_period: (\d+)s$/m],
  ['alta.service', /^TimeoutStopSec=(\d+)$/m],
  ['alta.yaml', /^ +terminationGracePeriodSeconds: (\d+)$/m],
])('%s allows a process the longest time of a stop, as documented', (name, setting) => {
  const { notice, drain, close } = stopTimesMs;
  const seconds = (notice + drain + close) / 1_000;
  expect(readFileSync('docs/deployment.md', 'utf8')).toContain(`The longest time is ${seconds} seconds`);
  const file = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === name,
  );
  const allowed = Number(setting.exec(readFileSync(join('deploy', file ?? name), 'utf8'))?.[1]);
  expect(allowed).toBeGreaterThan(seconds);
});

test.each([
  ['compose.yaml', /^ {6}limits: \{ cpus: '2', memory: (\d+)m, pids: 200 \}$/m],
  ['systemd/alta.service', /^MemoryMax=(\d+)M$/m],
  ['kubernetes/alta.yaml', /^ +limits: \{ memory: (\d+)Mi \}$/m],
])('%s limits the memory of a process as documented', (name, setting) => {
  const mebibytes = Number(setting.exec(readFileSync(join('deploy', name), 'utf8'))?.[1]);
  expect(readFileSync('docs/deployment.md', 'utf8')).toContain(`limit it at ${mebibytes / 1_024} GiB`);
});

test('compose.yaml builds each version with the same key for the Console’s forms', () => {
  expect(compose.services['alta-1']?.build?.args).toEqual({ FORMS: '$ALTA_HOST' });
  expect(dockerfile).toMatch(/^ARG FORMS=$/m);
});

test('the proxy closes an idle connection before the application does', () => {
  const seconds = Number(/^\s+keepalive (\d+)s$/m.exec(readFileSync('deploy/Caddyfile', 'utf8'))?.[1]);
  expect(seconds * 1_000).toBeLessThan(proxyKeepAliveMs);
});

test('npm replaces its shell by the program, so that signals to npm reach it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const others = Object.entries(scripts).filter(([, script]) => !script.startsWith('exec '));
  // These run several programs.
  expect(others.map(([name]) => name)).toEqual(['check', 'prepare']);
});
