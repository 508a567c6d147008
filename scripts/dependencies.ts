/** What package-lock.json says of a package, by where it lies. */
export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  /** A package of ours, at the place that `resolved` of it says. */
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

/** Licences under which a package may come in: none of them asks anything of who runs or changes Alta. */
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

/** Read by hand: the package's own list says nothing, or it holds data and not code. */
export const licencesReadByHand: Record<string, string> = {
  // In its LICENSE file.
  'png-js': 'MIT',
  // Which browsers know what, for builds. Its authors are named in the release's list.
  'caniuse-lite': 'CC-BY-4.0',
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What `npm ci --omit=dev --omit=optional` installs of others. */
export const productionPackages = ({ packages }: Lock): ProductionPackage[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)
    .map(([path, { version = '', license }]) => {
      const name = nameOf(path);
      return { path, name, version, license: licencesReadByHand[name] ?? license ?? '' };
    });

/** The packages that would go with each direct dependency, itself among them: those that no other one needs. */
export function broughtBy(lock: Lock): Map<string, number> {
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

/** Where Node finds `name` from the package at `from`: beside it, or further out. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = `${base}/node_modules/${name}`.replace(/^\//, '');
    if (path in packages) return path;
    if (!base) return undefined;
  }
}

/** For the release: each package that runs, with its licence. */
export const licenceList = (lock: Lock): string =>
  productionPackages(lock)
    .map(({ name, version, license }) => `${name}@${version}: ${license}`)
    .toSorted()
    .join('\n')
    .concat('\n');

/** A bill of materials (CycloneDX), as far as it is looked at here. */
export interface Sbom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * What runs, of the bill of all that is installed. npm's own `--omit` leaves out what something that is left out needs
 * too: zod and nodemailer would not be in it.
 * @throws Error when it lacks a package.
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
    // npm names it after the directory.
    metadata: { ...all.metadata, component: { ...component, name: 'alta' } },
    components,
    dependencies: all.dependencies
      .filter(isOurs)
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) })),
  };
}
