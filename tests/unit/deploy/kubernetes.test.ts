import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv } from '#lib/env.ts';

interface Labels {
  matchLabels?: Record<string, string>;
}
interface Probe {
  httpGet?: { path: string; port: string };
}
interface Container {
  args?: string[];
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
  volumes?: {
    name: string;
    secret?: { secretName: string };
    persistentVolumeClaim?: { claimName: string };
  }[];
}
interface Template {
  metadata: { labels: Record<string, string> };
  spec: Pod;
}
interface Egress {
  to: { ipBlock?: { cidr: string; except?: string[] } }[];
  ports: { port: number }[];
}
interface Backend {
  service: { name: string; port: { name: string } };
}
/** The parts of each kind that the tests look at. */
interface Kinds {
  ConfigMap: { data: Record<string, unknown> };
  CronJob: { spec: { jobTemplate: { spec: { template: Template } } } };
  Deployment: { spec: { selector: Labels; template: Template } };
  Ingress: { spec: { rules: { host: string; http: { paths: { backend: Backend }[] } }[] } };
  Namespace: { metadata: { labels: Record<string, string> } };
  NetworkPolicy: {
    spec: { podSelector: Labels; ingress?: { ports: { port: string }[] }[]; egress: Egress[] };
  };
  PersistentVolumeClaim: object;
  PodMonitor: {
    spec: {
      selector: Labels;
      jobLabel: string;
      podMetricsEndpoints: {
        port: string;
        path: string;
        authorization: { credentials: { name: string; key: string } };
      }[];
    };
  };
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

/** The only manifest of a kind, or the one of this name. */
function the<Kind extends keyof Kinds>(kind: Kind, name?: string): Manifest & Kinds[Kind] {
  const [found, ...others] = manifests.filter(
    (each) => each.kind === kind && (!name || each.metadata.name === name),
  );
  if (!found || others.length > 0) throw new Error(`not one ${kind}`);
  return found as Manifest & Kinds[Kind];
}

const pod = the('Deployment').spec.template;
const [container] = pod.spec.containers;
const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
const { data } = the('ConfigMap');
const policy = the('NetworkPolicy', 'alta');
const backup = the('CronJob').spec.jobTemplate.spec.template;
const [backupContainer] = backup.spec.containers;

/** Whether a cluster takes them is its own to say: `kubectl apply --dry-run=server` (docs/deployment.md). */
describe('the manifests for Kubernetes', () => {
  test('are valid, of known kinds and in one namespace', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).toSorted()).toEqual([
      'apps/v1 Deployment',
      'batch/v1 CronJob',
      'monitoring.coreos.com/v1 PodMonitor',
      'networking.k8s.io/v1 Ingress',
      'networking.k8s.io/v1 NetworkPolicy',
      'networking.k8s.io/v1 NetworkPolicy',
      'policy/v1 PodDisruptionBudget',
      'v1 ConfigMap',
      'v1 Namespace',
      'v1 PersistentVolumeClaim',
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
      policy.spec.podSelector.matchLabels,
      the('PodMonitor').spec.selector.matchLabels,
      ...(pod.spec.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector.matchLabels),
    ];
    expect(selectors).toEqual(Array(6).fill(pod.metadata.labels));
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
      ...(policy.spec.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port)),
      ...probes.map((probe) => probe?.httpGet?.port),
      ...the('PodMonitor').spec.podMetricsEndpoints.map(({ port }) => port),
    ]).toEqual(Array(6).fill('http'));
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
    for (const { securityContext, containers } of [pod.spec, backup.spec]) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('gather metrics where the pods report them, with the token of the secret, as the job of the alerts', () => {
    const { jobLabel, podMetricsEndpoints } = the('PodMonitor').spec;
    expect(pod.metadata.labels[jobLabel]).toBe('alta');
    expect(readFileSync('deploy/prometheus/alerts.yml', 'utf8')).toContain('job="alta"');
    for (const { path, authorization } of podMetricsEndpoints) {
      expect(existsSync(`app${path}/route.ts`)).toBe(true);
      const { metadata, stringData } = the('Secret');
      expect(authorization.credentials.name).toBe(metadata.name);
      expect(stringData).toHaveProperty(authorization.credentials.key);
    }
  });

  test('let the application reach a database, a mail server and a collector, and the internet without private networks', () => {
    const ports = policy.spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    for (const port of [53, 443, 465, 587, 4318, 5432, 8443]) expect(ports).toContain(port);
    const blocks = policy.spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    // The addresses to replace are those of documentation (RFC 5737), which are nobody's.
    for (const { cidr, except } of blocks) {
      if (cidr === '0.0.0.0/0') expect(except).toContain('10.0.0.0/8');
      else expect(cidr).toMatch(/^192\.0\.2\.\d+\/32$/);
    }
  });

  test('back up with the application’s configuration, in pods that get no requests', () => {
    expect(backup.metadata.labels).not.toEqual(pod.metadata.labels);
    expect(the('NetworkPolicy', 'alta-backup').spec.podSelector.matchLabels).toEqual(backup.metadata.labels);
    expect(backupContainer.envFrom).toEqual(container.envFrom);
    const volumes = backup.spec.volumes ?? [];
    expect(backupContainer.volumeMounts?.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    const claims = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect(claims).toEqual([the('PersistentVolumeClaim').metadata.name]);
    for (const mount of container.volumeMounts ?? [])
      expect(backupContainer.volumeMounts).toContainEqual(mount);
  });

  test('name each backup by its time, and remove old ones only after a success', () => {
    const folder = mkdtempSync(join(tmpdir(), 'alta-cronjob-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'scripts'));
    const run = (program: string) => {
      writeFileSync(join(folder, 'scripts/backup.ts'), program);
      // The volume is this folder.
      const args = (backupContainer.args ?? []).map((each) => each.replace("'/backups'", `'${folder}'`));
      return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).status;
    };
    const old = 'alta-2026-01-01T0330.backup';
    writeFileSync(join(folder, old), '');
    utimesSync(join(folder, old), 0, 0);
    const backups = () => readdirSync(folder).filter((name) => name.endsWith('.backup'));
    expect(run('process.exit(1)')).not.toBe(0);
    expect(backups()).toEqual([old]);
    expect(run("require('node:fs').writeFileSync(process.argv[2], 'a backup')")).toBe(0);
    expect(backups()).toEqual([expect.stringMatching(/^alta-\d{4}-\d\d-\d\dT\d{4}\.backup$/)]);
    expect(backups()).not.toContain(old);
  });
});
