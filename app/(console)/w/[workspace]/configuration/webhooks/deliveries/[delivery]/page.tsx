import '#console/w/[workspace]/configuration/configuration.css';
import { Stack } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { type Fact, FactList, ForeignText } from '#console/_ui/fact-list.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { EventName } from '#console/w/[workspace]/configuration/webhooks/names.tsx';
import type { Context } from '#lib/context.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  fetchDelivery,
  type LastAttempt,
  listAttempts,
} from '#lib/webhooks/deliveries.ts';
import { sendAgain } from '../delivery-actions.ts';
import { AttemptOutcome, DeliveryOutcome, DeliveryStatus } from '../delivery-status.tsx';

export const generateMetadata = titled('configuration.deliveries.one');

interface DeliveryProps {
  params: Promise<{ workspace: string; delivery: string }>;
  searchParams: Promise<{ attempts?: string | string[] }>;
}

export default async function Delivery({ params, searchParams }: DeliveryProps) {
  const { workspace, delivery: id } = await params;
  const { ctx } = await requireMember(workspace, 'webhooks:read');
  const delivery = await foundBy(id, (uuid) => fetchDelivery(ctx, uuid));
  const attempts = (await listAttempts(ctx, delivery)).reverse();
  const t = await getTranslations('console.configuration.deliveries');
  const log = workspacePath(workspace, '/configuration/webhooks/deliveries');
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={log}>{t('back')}</BackLink>
      <PageHeader
        title={delivery.event ? <EventName>{delivery.event}</EventName> : t('unnamed')}
        lead={<code>{delivery.id}</code>}
        actions={
          <Stack>
            <ActButton
              needs="webhooks:write"
              label={t('redeliver')}
              action={sendAgain.bind(null, workspace, { id: delivery.id })}
              done={t('sentOne')}
            />
          </Stack>
        }
      />
      <DeliveryFacts ctx={ctx} delivery={delivery} last={attempts[0]} />
      <div className="sheet sheet-text">
        <h2>{t('body')}</h2>
        <ForeignText label={t('body')}>{formatted(delivery.body)}</ForeignText>
      </div>
      <AttemptList
        attempts={attempts}
        shown={(await searchParams).attempts === 'all' ? 'all' : 'newest'}
        allHref={`${log}/${delivery.id}?attempts=all`}
      />
      {delivery.status === 'pending' && (
        <LiveRefresh everySeconds={isSoon(delivery.nextAttemptAt) ? 3 : 30} />
      )}
    </ClientTexts>
  );
}

const isSoon = (at: Date | null) => !at || at.getTime() < Date.now() + 60_000;

/** Number of attempts shown at first; a delivery can be resent any number of times. */
const newest = 10;

interface AttemptListProps {
  /** Newest first. */
  attempts: AttemptRow[];
  shown: 'newest' | 'all';
  allHref: string;
}

async function AttemptList({ attempts, shown, allHref }: AttemptListProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const listed = shown === 'all' ? attempts : attempts.slice(0, newest);
  return (
    <section className="sheet" aria-labelledby="attempts">
      <h2 id="attempts" className="sheet-heading">
        {t('attempts')}
      </h2>
      {attempts.length === 0 && <EmptyNote icon="webhooks">{t('noAttempts')}</EmptyNote>}
      {listed.map((attempt, position) => (
        <Attempt key={attempt.index} attempt={attempt} isNewest={position === 0} />
      ))}
      {listed.length < attempts.length && (
        <p className="sheet-text">
          <Link href={allHref}>{t('allAttempts', { count: attempts.length })}</Link>
        </p>
      )}
    </section>
  );
}

async function Attempt({ attempt, isNewest }: { attempt: AttemptRow; isNewest: boolean }) {
  const t = await getTranslations('console.configuration.deliveries');
  const { index, at, durationMs, requestHeaders, status, responseBody, detail } = attempt;
  const number = t('attempt', { number: index + 1 });
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="attempt" open={isNewest}>
      <summary>
        <Icon name="chevron" size={16} />
        <strong>{number}</strong>
        <Moment at={at} />
        <span>
          <AttemptOutcome of={attempt} />
        </span>
        <span className="hint">{t('duration', { ms: durationMs })}</span>
      </summary>
      <div className="attempt-parts">
        <div>
          <h3>{t('requestHeaders')}</h3>
          <ForeignText label={`${number}: ${t('requestHeaders')}`}>{headers.join('\n')}</ForeignText>
        </div>
        {detail && (
          <div>
            <h3>{t('detail')}</h3>
            <ForeignText label={`${number}: ${t('detail')}`}>{detail}</ForeignText>
          </div>
        )}
        {status !== null && (
          <div>
            <h3>{t('answer')}</h3>
            {responseBody ? (
              <ForeignText label={`${number}: ${t('answer')}`}>{formatted(responseBody)}</ForeignText>
            ) : (
              <p className="hint">{t(responseBody === null ? 'answerNotKept' : 'emptyAnswer')}</p>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

/** Indented JSON; other text stays unchanged. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface DeliveryFactsProps {
  ctx: Context;
  delivery: DeliveryRow;
  last: LastAttempt | undefined;
}

async function DeliveryFacts({ ctx, delivery, last }: DeliveryFactsProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const { status, url, createdAt, attempts, nextAttemptAt, jobId } = delivery;
  return (
    <div className="sheet sheet-text">
      <FactList
        facts={[
          [t('status'), <DeliveryStatus key="status" of={status} />],
          [t('outcome'), <DeliveryOutcome key="outcome" delivery={delivery} last={last} />],
          [t('url'), url],
          [t('time'), <Moment key="time" at={createdAt} />],
          [t('attempts'), attempts],
          nextAttemptAt ? [t('nextAttempt'), <Moment key="next" at={nextAttemptAt} />] : undefined,
          await aboutOf(ctx, delivery),
          jobId
            ? [
                t('job'),
                <Link key="job" href={workspacePath(ctx.workspace.slug, `/jobs/${jobId}`)}>
                  <code>{jobId}</code>
                </Link>,
              ]
            : undefined,
        ]}
      />
    </div>
  );
}

/** The entry's name, as a link. Its id is in the body. */
async function aboutOf(ctx: Context, { entryId }: DeliveryRow): Promise<Fact | undefined> {
  if (!entryId) return undefined;
  const t = await getTranslations('console.configuration.deliveries');
  const entry = await fetchListedEntry(ctx, entryId);
  const folder = `aboutFolders.${entry.folder}` as 'aboutFolders.suppliers';
  return [
    t.has(folder) ? t(folder) : t('about'),
    <Link key="entry" href={workspacePath(ctx.workspace.slug, `/entries/${entryId}`)}>
      <bdi>{await entryTitle(entry)}</bdi>
    </Link>,
  ];
}
