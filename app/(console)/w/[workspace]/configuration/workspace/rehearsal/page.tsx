import '../../configuration.css';
import { getFormatter, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { type Fact, FactList } from '#console/_ui/fact-list.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { portalLabels, wizardLabels } from '#lib/arca/portal-labels.ts';
import { catalogues } from '#lib/i18n.ts';
import { wasTried } from '#lib/rehearsal/assumptions.ts';
import {
  differentLabels,
  type JudgedObservation,
  judgeRecord,
  type RehearsalRecord,
  recordFileName,
  writeRecord,
} from '#lib/rehearsal/record.ts';
import { listRehearsals, liveConfirmation } from '#lib/rehearsal/rehearsal.ts';
import { RehearsalResult, RehearsalStart } from './start-and-end.tsx';
import { RehearsalStepForm } from './step-form.tsx';

export const generateMetadata = titled('rehearsal.title');

/** The guided check of what Alta assumes about ARCA. For owners: it makes a certificate, and may issue an invoice. */
export default async function RehearsalPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'workspace:write');
  const { slug, environment } = ctx.workspace;
  const t = await getTranslations('console.rehearsal');
  const format = await getFormatter();
  const rehearsals = await listRehearsals(ctx);
  const [newest] = rehearsals;
  const { portal } = catalogues['es-AR'];
  const address =
    simulatorPortalOf(environment) ?? (environment === 'sandbox' ? portal.wsassAddress : portal.loginAddress);
  const earlier = rehearsals.flatMap(({ id, record }) =>
    record && id !== newest?.id ? [{ id, record }] : [],
  );
  const known = wizardLabels();
  const labelsOf = (screens: 'certificate' | 'authorise') =>
    portalLabels[environment][screens].map((name): [string, string] => [name, known[name]]);
  return (
    <ClientTexts areas={['rehearsal']}>
      <BackLink href={workspacePath(slug, '/configuration/workspace')}>{t('back')}</BackLink>
      <PageHeader docs="rehearsal" title={t('title')} lead={t('lead')} />
      <Notice tone="wait" title={t(`environment.${environment}`)}>
        {simulatorPortalOf(environment) && t('standIn')}
      </Notice>
      {newest && !newest.record && newest.state.step !== 'done' && (
        <RehearsalStepForm
          key={`${newest.id} ${newest.state.step}`}
          workspace={slug}
          environment={environment}
          id={newest.id}
          state={newest.state}
          portal={portal}
          address={address}
          labels={{ certificate: labelsOf('certificate'), authorise: labelsOf('authorise') }}
          sentence={liveConfirmation(newest.state.cuit)}
        />
      )}
      {newest?.record && (
        <>
          <RehearsalResult
            workspace={slug}
            id={newest.id}
            different={differencesIn(newest.record).length}
            differentLabels={Object.keys(differentLabels(newest.record)).length}
            file={{ name: recordFileName(newest.record), text: writeRecord(newest.record) }}
          />
          <Results record={newest.record} />
        </>
      )}
      <RehearsalStart
        workspace={slug}
        environment={environment}
        isUnderWay={newest !== undefined && !newest.record}
        isFirst={!newest}
      />
      {earlier.length > 0 && (
        <section className="sheet sheet-text" aria-labelledby="earlier">
          <h2 id="earlier">{t('earlier.title')}</h2>
          <ul>
            {earlier.map(({ id, record }) => (
              <li key={id}>
                {t('earlier.line', {
                  day: format.dateTime(new Date(`${record.day}T12:00:00Z`), 'day'),
                  different: differencesIn(record).length,
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </ClientTexts>
  );
}

const differencesIn = (record: RehearsalRecord) => judgeRecord(record).filter(({ holds }) => !holds);

/** Shows what came otherwise or was not tried, with the rest folded away. */
async function Results({ record }: { record: RehearsalRecord }) {
  const t = await getTranslations('console.rehearsal.results');
  const judged = judgeRecord(record);
  const isQuiet = ({ holds, came }: JudgedObservation) => holds && wasTried(came);
  const factsOf = (rows: JudgedObservation[]) =>
    rows.map((row): Fact => [row.assumption, <Came key="came" {...row} />]);
  const open = judged.filter((row) => !isQuiet(row));
  return (
    <section className="sheet sheet-text" aria-labelledby="results">
      <h2 id="results">{t('title')}</h2>
      {open.length > 0 && <FactList facts={factsOf(open)} />}
      <details>
        <summary>{t('asExpected', { count: judged.length - open.length })}</summary>
        <FactList facts={factsOf(judged.filter(isQuiet))} />
      </details>
    </section>
  );
}

async function Came({ came, expected, holds }: JudgedObservation) {
  const t = await getTranslations('console.rehearsal.results');
  return (
    <>
      <span lang="es">{came}</span>
      {!holds && (
        <>
          {' '}
          <Chip tone="bad">{t('differs')}</Chip>
          <br />
          <span className="hint">
            {t('expected')}: {expected}
          </span>
        </>
      )}
    </>
  );
}
