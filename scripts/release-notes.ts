/** A commit in the format of `git log --format=%h%x1f%s`. */
export interface Commit {
  id: string;
  subject: string;
}

const kinds = { feat: 'New', fix: 'Fixed', perf: 'Faster', security: 'Security' } as const;
type Kind = keyof typeof kinds;
const conventional = /^(?<kind>[a-z]+)(\((?<scope>[^)]+)\))?(?<breaks>!)?: (?<what>.+)$/;

export const commitsOf = (log: string): Commit[] =>
  log
    .split('\n')
    .filter((line) => line.includes('\x1f'))
    .map((line) => {
      const [id = '', subject = ''] = line.split('\x1f');
      return { id, subject };
    });

/** The part of CHANGELOG.md about `version`, without its heading. @throws Error if it cannot be released */
export function changelogSection(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m);
  const found = parts.find((part) => part.split(/\s/, 1)[0] === version);
  if (!found) throw new Error(`CHANGELOG.md has no section "## ${version}".`);
  const text = found.slice(found.indexOf('\n')).trim();
  for (const heading of ['### What is new', '### What an operator must do']) {
    const [, body = ''] = text.split(`${heading}\n`);
    if (!body.split(/^### /m)[0]?.trim())
      throw new Error(`The section of ${version} in CHANGELOG.md has no text under "${heading}".`);
  }
  return text;
}

/** The tag's message: the section of the changelog, and the commits since the last tag, by kind. */
export function releaseNotes(version: string, section: string, commits: readonly Commit[]): string {
  const parsed = commits.map(({ id, subject }) => ({ id, subject, ...conventional.exec(subject)?.groups }));
  const line = ({ id, scope, what, subject }: (typeof parsed)[number] & Record<string, string | undefined>) =>
    `- ${scope ? `${scope}: ` : ''}${what ?? subject} (${id})`;
  const isBreaking = (commit: (typeof parsed)[number]) => 'breaks' in commit && commit.breaks !== undefined;
  const lists: { heading: string; found: typeof parsed }[] = (Object.keys(kinds) as Kind[]).map((kind) => ({
    heading: kinds[kind],
    found: parsed.filter((commit) => 'kind' in commit && commit.kind === kind && !isBreaking(commit)),
  }));
  lists.unshift({ heading: 'Breaking', found: parsed.filter(isBreaking) });
  const listed = lists.reduce((sum, { found }) => sum + found.length, 0);
  return [
    `Alta ${version}`,
    section,
    ...lists
      .filter(({ found }) => found.length > 0)
      .map(({ heading, found }) => `### ${heading}\n\n${found.map(line).join('\n')}`),
    `${commits.length - listed} other commits: tests, documentation, and changes without effect for users.`,
  ].join('\n\n');
}
