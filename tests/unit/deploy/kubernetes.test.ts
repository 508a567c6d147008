import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv } from '#lib/env.ts';

/** Each checks itself against the schema that the Kubernetes project publishes of its kind. */
const models = {
  ConfigMap,
  Deployment,
  Ingress,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
};

type Manifest = Record<string, unknown> & { kind: string };

const folder = 'deploy/kubernetes';
const manifests = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((each): [string, Manifest] => [
    `${file}: ${each.get('kind')}`,
    each.toJS(),
  ]),
);
const the = (kind: string) => manifests.find(([, each]) => each.kind === kind)?.[1];

describe('a manifest for Kubernetes', () => {
  test.each(manifests)(
    'has what its kind must have, and nothing that it does not know: %s',
    (_name, manifest) => {
      expect(unknownIn(manifest)).toEqual([]);
    },
  );

  test.each([
    ['a name that is misspelt', { spec: { replica: 2 } }, ['/spec/replica']],
    ['a container without a name', { spec: { template: { spec: { containers: [{}] } } } }, 'name'],
    ['a number for a text', { metadata: { name: 5 } }, 'metadata/name'],
  ])('is refused for %s', (_what, change, found) => {
    const deployment = merge(the('Deployment'), change) as Manifest;
    if (typeof found === 'string') expect(() => unknownIn(deployment)).toThrow(found);
    else expect(unknownIn(deployment)).toEqual(found);
  });

  test('of the configuration is one that the application starts with', () => {
    const { data } = the('ConfigMap') as { data?: Record<string, string> };
    const settings = Object.entries(data ?? {}).filter(([name]) => !name.endsWith('_FILE'));
    expect(readEnv(Object.fromEntries(settings))).toMatchObject({ ALTA_ORIGIN: 'https://alta.example.com' });
  });

  test('asks for each secret under the name that the example gives it', () => {
    const { data } = the('ConfigMap') as { data?: Record<string, string> };
    const { stringData } = the('Secret') as { stringData?: Record<string, string> };
    const files = Object.entries(data ?? {}).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, file]) => file).toSorted()).toEqual(
      Object.keys(stringData ?? {})
        .map((name) => `/run/secrets/alta/${name}`)
        .toSorted(),
    );
  });
});

/**
 * Checks a manifest, and names what its schema did not ask for: a cluster leaves out in silence what it does not know.
 * @throws what the schema refuses.
 */
function unknownIn(manifest: Manifest): string[] {
  const Model: new (data: object) => Checked = models[manifest.kind as keyof typeof models];
  const asked = new Set<string>();
  const model = new Model(manifest);
  for (const [name, each] of Object.entries(manifest)) {
    asked.add(`/${name}`);
    // Its constructor copies what it is given, so that only now it can be watched.
    Reflect.set(model, name, watch(each, `/${name}`, asked));
  }
  model.validate();
  return pathsOf(manifest, '').filter((path) => !asked.has(path));
}

interface Checked {
  validate(): void;
}

function watch(value: unknown, path: string, asked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      asked.add(`${path}/${String(name)}`);
      return watch(Reflect.get(target, name), `${path}/${String(name)}`, asked);
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    `${path}/${name}`,
    ...pathsOf(each, `${path}/${name}`),
  ]);
}

function merge(value: unknown, change: unknown): unknown {
  if (typeof value !== 'object' || typeof change !== 'object' || Array.isArray(change)) return change;
  const changed = Object.entries(change ?? {}).map(([name, each]) => [
    name,
    merge((value as Record<string, unknown>)?.[name], each),
  ]);
  return { ...value, ...Object.fromEntries(changed) };
}
