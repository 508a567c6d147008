import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv } from '#lib/env.ts';

interface Labels {
  matchLabels?: Record<string, string>;
}
interface Probe {
  httpGet?: { path: string; port: string };
}
interface Container {
  ports?: { name: string; containerPort: number }[];
  envFrom?: { configMapRef?: { name: string } }[];
  securityContext?: object;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string }[];
}
interface Pod {
  securityContext?: object;
  topologySpreadConstraints?: { labelSelector: Labels }[];
  containers: [Container];
  volumes?: { name: string; secret?: { secretName: string } }[];
}
interface Backend {
  service: { name: string; port: { name: string } };
}
/** The parts of each kind that the tests look at. */
interface Kinds {
  ConfigMap: { data: Record<string, unknown> };
  Deployment: {
    spec: { selector: Labels; template: { metadata: { labels: Record<string, string> }; spec: Pod } };
  };
  Ingress: { spec: { rules: { host: string; http: { paths: { backend: Backend }[] } }[] } };
  Namespace: { metadata: { labels: Record<string, string> } };
  NetworkPolicy: { spec: { podSelector: Labels; ingress: { ports: { port: string }[] }[] } };
  PodDisruptionBudget: { spec: { minAvailable: number; selector: Labels } };
  Secret: { stringData: Record<string, unknown> };
  Service: { spec: { selector: Record<string, string>; ports: { name: string; targetPort: string }[] } };
}
interface Manifest {
  apiVersion: string;
  kind: keyof Kinds;
  metadata: { name: string; namespace?: string };
}

const folder = 'deploy/kubernetes';
const documents = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')),
);
const manifests = documents.map((each): Manifest => each.toJS());

function the<Kind extends keyof Kinds>(kind: Kind): Manifest & Kinds[Kind] {
  const [found, ...others] = manifests.filter((each) => each.kind === kind);
  if (!found || others.length > 0) throw new Error(`not one ${kind}`);
  return found as Manifest & Kinds[Kind];
}

const pod = the('Deployment').spec.template;
const [container] = pod.spec.containers;
const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
const { data } = the('ConfigMap');

/** Whether a cluster takes them is its own to say: `kubectl apply --dry-run=server` (docs/deployment.md). */
describe('the manifests for Kubernetes', () => {
  test('are valid, of known kinds and in one namespace', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).toSorted()).toEqual([
      'apps/v1 Deployment',
      'networking.k8s.io/v1 Ingress',
      'networking.k8s.io/v1 NetworkPolicy',
      'policy/v1 PodDisruptionBudget',
      'v1 ConfigMap',
      'v1 Namespace',
      'v1 Secret',
      'v1 Service',
    ]);
    const namespace = the('Namespace').metadata.name;
    const elsewhere = manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace,
    );
    expect(elsewhere).toEqual([]);
  });

  test('select the existing pods', () => {
    const selectors = [
      the('Deployment').spec.selector.matchLabels,
      the('Service').spec.selector,
      the('PodDisruptionBudget').spec.selector.matchLabels,
      the('NetworkPolicy').spec.podSelector.matchLabels,
      ...(pod.spec.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector.matchLabels),
    ];
    expect(selectors).toEqual(Array(5).fill(pod.metadata.labels));
  });

  test('lead by name to the port on which the image listens', () => {
    const exposed = /^EXPOSE (\d+)$/m.exec(
      readFileSync('deploy/Dockerfile', 'utf8')
        .split(/^FROM /m)
        .at(-1) ?? '',
    );
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(exposed?.[1]) }]);
    const { metadata, spec } = the('Service');
    const backends = the('Ingress').spec.rules.flatMap(({ http }) =>
      http.paths.map(({ backend }) => backend),
    );
    expect(backends).toEqual([{ service: { name: metadata.name, port: { name: spec.ports[0]?.name } } }]);
    expect([
      ...spec.ports.map(({ targetPort }) => targetPort),
      ...the('NetworkPolicy').spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)),
      ...probes.map((probe) => probe?.httpGet?.port),
    ]).toEqual(Array(5).fill('http'));
  });

  test('probe a pod’s liveness and readiness where it reports them', () => {
    const paths = probes.map((probe) => probe?.httpGet?.path ?? '');
    expect(paths).toEqual(['/api/health/live', '/api/health/ready', '/api/health/live']);
    expect(paths.filter((path) => !existsSync(`app${path}/route.ts`))).toEqual([]);
  });

  test('have a configuration of strings, with which the application starts', () => {
    expect(Object.values(data).filter((value) => typeof value !== 'string')).toEqual([]);
    const settings = Object.entries(data).filter(([name]) => !name.endsWith('_FILE'));
    const host = the('Ingress').spec.rules[0]?.host;
    expect(readEnv(Object.fromEntries(settings) as Record<string, string>)).toMatchObject({
      ALTA_ORIGIN: `https://${host}`,
    });
    expect(container.envFrom).toEqual([{ configMapRef: { name: the('ConfigMap').metadata.name } }]);
  });

  test('mount each secret where the configuration looks for it', () => {
    const { metadata, stringData } = the('Secret');
    expect(Object.values(stringData).filter((value) => typeof value !== 'string')).toEqual([]);
    const volumes = pod.spec.volumes ?? [];
    const mounts = container.volumeMounts ?? [];
    expect(mounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    const volume = volumes.find(({ secret }) => secret?.secretName === metadata.name);
    const mount = mounts.find(({ name }) => name === volume?.name);
    const files = Object.entries(data).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, file]) => file).toSorted()).toEqual(
      Object.keys(stringData)
        .map((name) => `${mount?.mountPath}/${name}`)
        .toSorted(),
    );
  });

  test('request nothing that their namespace forbids', () => {
    expect(the('Namespace').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });
});
