/** A package's entry in package-lock.json, by its path. */
export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  /** A workspace package; `resolved` is its path. */
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export interface Lock {
  packages: Record<string, LockedPackage & { devDependencies?: Record<string, string> }>;
}

export interface ProductionPackage {
  path: string;
  name: string;
  version: string;
  license: string;
}

/** Licences accepted for packages. None imposes duties on those who run or change Alta. */
export const acceptedLicences = [
  '(BSD-3-Clause OR GPL-2.0)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
  'Unlicense',
];

/** Checked by hand: the lock file has no licence, or the package holds data and not code. */
export const licencesReadByHand: Record<string, string> = {
  // According to its LICENSE file.
  'png-js': 'MIT',
  // Browser data for builds. The list of licences in the release names its authors.
  'caniuse-lite': 'CC-BY-4.0',
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Third-party packages that `npm ci --omit=dev --omit=optional` installs. */
export const productionPackages = ({ packages }: Lock): ProductionPackage[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)
    .map(([path, { version = '', license }]) => {
      const name = nameOf(path);
      return { path, name, version, license: licencesReadByHand[name] ?? license ?? '' };
    });

/** For each direct dependency, the number of packages that only it needs, including itself. */
export function countExclusivePackages(lock: Lock): Map<string, number> {
  const direct = Object.keys(lock.packages['']?.dependencies ?? {});
  const all = reachable(lock, direct).size;
  return new Map(
    direct.map((name) => {
      const others = direct.filter((other) => other !== name);
      return [name, all - reachable(lock, others).size];
    }),
  );
}

function reachable({ packages }: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = names.map((name) => `node_modules/${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const next = placeOf(packages, path, name);
      if (next) open.push(next);
    }
  }
  return found;
}

/** The path where Node finds `name` from the package at `from`: nested in it, or in a directory above. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = `${base}/node_modules/${name}`.replace(/^\//, '');
    if (path in packages) return path;
    if (!base) return undefined;
  }
}

/** All production packages with their licences, for the release. */
export const licenceList = (lock: Lock): string =>
  productionPackages(lock)
    .map(({ name, version, license }) => `${name}@${version}: ${license}`)
    .toSorted()
    .join('\n')
    .concat('\n');

/** The parts of a CycloneDX bill of materials that are read here. */
export interface Sbom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Reduces the bill of all installed packages to the production packages. npm's own `--omit` also drops packages
 * that an omitted package needs too: zod and nodemailer would be missing.
 * @throws Error if a package is missing
 */
export function productionSbom(all: Sbom, lock: Lock): Sbom {
  const refs = new Set(productionPackages(lock).map(({ name, version }) => `${name}@${version}`));
  const components = all.components.filter((component) => refs.has(component['bom-ref']));
  if (components.length !== refs.size)
    throw new Error(`The SBOM has ${components.length} of ${refs.size} packages.`);
  const { component } = all.metadata;
  const isOurs = ({ ref }: { ref: string }) =>
    refs.has(ref) || !all.components.some((each) => each['bom-ref'] === ref);
  return {
    ...all,
    // npm uses the directory's name.
    metadata: { ...all.metadata, component: { ...component, name: 'alta' } },
    components,
    dependencies: all.dependencies
      .filter(isOurs)
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) })),
  };
}
