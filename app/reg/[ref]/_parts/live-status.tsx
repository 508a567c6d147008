import { nextPath, type PageSlug, seenByHelper, type WatchingPage } from '../flow.ts';
import { screenOf } from '../guide.ts';
import type { StepProps } from './step-page.tsx';

const secondsBetween = 4;

interface LiveStatusProps {
  props: StepProps;
  page: WatchingPage;
  /** The page is reloaded when this changes, because more than the status text is then out of date. */
  state: string;
  /** Card that the helper has reached; only on the helpers' page. */
  place?: string | undefined;
}

/** Shows how far the registration is, and keeps it up to date. At the end the script opens the last page. */
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

/** Names the step and screen that the link's holder, on another device, or the helper has reached. */
export function whereText(page: WatchingPage, props: StepProps, helpersPlace?: string): string {
  const { t } = props;
  const registration =
    page === 'contador' ? seenByHelper(props.registration, helpersPlace) : props.registration;
  const [slug] = nextPath(registration).slice(1).split('?') as [PageSlug | ''];
  const place = t(`goOn.at.${slug || 'inicio'}`);
  const screen = screenOf({ ...props, registration }, slug);
  return screen ? t('goOn.whereScreen', { place, ...screen }) : t('goOn.where', { place });
}
