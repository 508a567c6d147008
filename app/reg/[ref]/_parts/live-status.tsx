import { nextPath, type PageSlug, seenByHelper, type WatchingPage } from '../flow.ts';
import { screenOf } from '../guide.ts';
import type { StepProps } from './step-page.tsx';

const secondsBetween = 4;

interface LiveStatusProps {
  props: StepProps;
  page: WatchingPage;
  /** Where another heading or another button would be needed, not only other words: then the page is loaded anew. */
  state: string;
  /** At which card whoever else has it is; absent for the holder of this link. */
  place?: string | undefined;
}

/** Says where the registration is now, and goes on saying so; at the end the page goes where the end is. */
export function LiveStatus({ props, page, state, place }: LiveStatusProps) {
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
        {whereText(page, props, place)}
      </p>
      <noscript>
        <a href={`${basePath}/${page}`}>{t('goOn.refresh')}</a>
      </noscript>
    </div>
  );
}

/** Where the registration is, for whoever goes on with it: the holder of this link elsewhere, or who was handed it. */
export function whereText(page: WatchingPage, props: StepProps, helpersPlace?: string): string {
  const { t } = props;
  const registration =
    page === 'contador' ? seenByHelper(props.registration, helpersPlace) : props.registration;
  const [slug] = nextPath(registration).slice(1).split('?') as [PageSlug | ''];
  const place = t(`goOn.at.${slug || 'inicio'}`);
  const screen = screenOf({ ...props, registration }, slug);
  return screen ? t('goOn.whereScreen', { place, ...screen }) : t('goOn.where', { place });
}
