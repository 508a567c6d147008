import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { ConfirmButton } from '#console/_ui/confirm-button.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { EndpointRow } from '#lib/webhooks/endpoints.ts';
import { everyEvent } from '#lib/webhooks/events.ts';
import { EnableButton } from './enable-button.tsx';
import { dropEndpoint, switchEndpoint } from './endpoint-actions.ts';
import { EditEndpointButton } from './endpoint-dialog.tsx';
import { EventName } from './event-name.tsx';
import { hostOf } from './receiver.ts';

/** Who is told of what, and whether they are at all. */
export async function EndpointTable({
  workspace,
  endpoints,
  children,
}: {
  workspace: string;
  endpoints: EndpointRow[];
  /** The way to more of them. */
  children: ReactNode;
}) {
  const t = await getTranslations('console.configuration.webhooks');
  return (
    <section className="sheet" aria-label={t('tabs.endpoints')}>
      {endpoints.length === 0 ? (
        <EmptyNote icon="webhooks">{t('none')}</EmptyNote>
      ) : (
        <table className="rows rows-many">
          <thead>
            <tr>
              <th scope="col">{t('url')}</th>
              <th scope="col">{t('events')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col" className="acts">
                {t('actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map((endpoint) => (
              <EndpointLine key={endpoint.id} workspace={workspace} endpoint={endpoint} />
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
}

async function EndpointLine({ workspace, endpoint }: { workspace: string; endpoint: EndpointRow }) {
  const t = await getTranslations('console.configuration.webhooks');
  const { id, url, description, events, disabledAt, disabledReason } = endpoint;
  const log = workspacePath(workspace, `/configuration/webhooks/deliveries?endpoint=${id}`);
  const act = { url };
  return (
    <tr>
      <td>
        <strong>{hostOf(url)}</strong>
        <p className="hint">{url}</p>
        {description && (
          <p>
            <bdi>{description}</bdi>
          </p>
        )}
        <p>
          <Link href={log}>{t('itsDeliveries')}</Link>
        </p>
      </td>
      <td data-label={t('events')}>
        {events.includes(everyEvent) ? (
          t('everyEvent')
        ) : (
          <ul className="event-list">
            {events.map((event) => (
              <li key={event}>
                <code>
                  <EventName>{event}</EventName>
                </code>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label={t('state')}>
        {disabledAt ? (
          <>
            <Chip tone={disabledReason === 'gone' ? 'bad' : 'quiet'}>{t('disabled')}</Chip>
            <p className="hint">
              {t(`disabledReasons.${disabledReason ?? 'operator'}`)} <Moment at={disabledAt} />
            </p>
          </>
        ) : (
          <Chip tone="good">{t('enabled')}</Chip>
        )}
      </td>
      <td className="acts">
        <div className="act-group">
          <EditEndpointButton workspace={workspace} endpoint={{ id, url, description, events }} />
          {disabledAt ? (
            <EnableButton workspace={workspace} id={id} url={url} />
          ) : (
            <ConfirmButton
              size="compact-sm"
              label={t('disable')}
              fullLabel={t('disableLabel', act)}
              title={t('disableTitle')}
              action={switchEndpoint.bind(null, workspace, { id, disabled: true })}
              done={t('disabledDone')}
            >
              {t('disableText', act)}
            </ConfirmButton>
          )}
          <ConfirmButton
            size="compact-sm"
            label={t('remove')}
            fullLabel={t('removeLabel', act)}
            title={t('removeTitle')}
            action={dropEndpoint.bind(null, workspace, { id })}
            done={t('removed')}
          >
            {t('removeText', act)}
          </ConfirmButton>
        </div>
      </td>
    </tr>
  );
}
