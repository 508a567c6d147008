import type { Registration } from '#lib/registrations/registration.ts';
import { nextPath, type PageSlug, seenByHelper } from '../flow.ts';
import type { StepProps } from './step-page.tsx';

/** A page that is left open while somebody goes on elsewhere. */
export type WatchingPage = 'seguir' | 'contador';
export const isWatchingPage = (name: string | null): name is WatchingPage =>
  name === 'seguir' || name === 'contador';

const secondsBetween = 4;

interface LiveStatusProps {
  props: StepProps;
  page: WatchingPage;
  /** Where another heading or another button would be needed, not only other words: then the page is loaded anew. */
  state: string;
}

/** Says where the registration is now, and goes on saying so; at the end the page goes where the end is. */
export function LiveStatus({ props, page, state }: LiveStatusProps) {
  const { basePath, t } = props;
  return (
    <div
      className="notice notice-busy live-status"
      data-poll={`${basePath}/estado?en=${page}`}
      data-poll-next={`${basePath}/${page}`}
      data-poll-state={state}
      data-poll-seconds={secondsBetween}
    >
      <h2>{t('goOn.statusHeading')}</h2>
      <p role="status" data-poll-text="">
        {whereText(page, props)}
      </p>
      <noscript>
        <a href={`${basePath}/${page}`}>{t('goOn.refresh')}</a>
      </noscript>
    </div>
  );
}

/** Where the registration is, for whoever goes on with it: the holder of this link elsewhere, or who was handed it. */
export function whereText(
  page: WatchingPage,
  { registration: own, t }: Pick<StepProps, 'registration' | 't'>,
) {
  const registration = page === 'contador' ? seenByHelper(own) : own;
  const [slug] = nextPath(registration).slice(1).split('?') as [PageSlug | ''];
  return t('goOn.where', { place: t(`goOn.at.${slug || 'inicio'}`) });
}

/** Nothing is left to do, for anybody. */
export const hasEnded = (registration: Registration): boolean => nextPath(registration) === '/listo';
