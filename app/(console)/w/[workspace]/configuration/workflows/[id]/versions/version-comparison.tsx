import { getTranslations } from 'next-intl/server';
import { foundBy } from '#console/_session.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import { ChangeList } from '#console/w/[workspace]/configuration/workflows/change-list.tsx';
import { changesBetween } from '#console/w/[workspace]/configuration/workflows/changes.ts';
import { textOf } from '#console/w/[workspace]/configuration/workflows/editor/draft.ts';
import { hideDefinition } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';
import { fetchVersion } from '#lib/workflows/versions.ts';
import type { FoundWorkflow } from '../require-workflow.ts';
import { compareLines } from './changed-lines.ts';
import { RestoreButton } from './restore-button.tsx';

/** A version beside the newest: in words, and as the JSON of both. */
export async function VersionComparison({ found, version }: { found: FoundWorkflow; version: number }) {
  const t = await getTranslations('console.workflows.versions');
  const { ctx, workflow } = found;
  const then = hideDefinition(await foundBy(workflow.id, (id) => fetchVersion(ctx, id, version)));
  const changes = changesBetween(then, workflow);
  const [before, after] = compareLines(textOf(then), textOf(workflow));
  const sides = [
    { title: t('then', { version }), lines: before },
    { title: t('now', { version: workflow.version }), lines: after },
  ];
  return (
    <>
      <BackLink href="?">{t('back')}</BackLink>
      <section className="sheet sheet-text" aria-labelledby="differences">
        <h2 id="differences">{t('differences', { from: version, to: workflow.version })}</h2>
        {changes.length ? <ChangeList changes={changes} defaults={providers} /> : <p>{t('same')}</p>}
        {version !== workflow.version && (
          <div>
            <RestoreButton found={found} version={version} />
          </div>
        )}
      </section>
      <div className="sides">
        {sides.map(({ title, lines }) => (
          <section key={title} className="sheet" aria-label={title}>
            <h2 className="sheet-heading">{title}</h2>
            <pre>
              {lines.map(({ text, isChanged }, index) => {
                const Line = isChanged ? 'mark' : 'span';
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
                return <Line key={index}>{`${text}\n`}</Line>;
              })}
            </pre>
          </section>
        ))}
      </div>
    </>
  );
}
