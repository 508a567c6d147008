import { nextPath, type PageSlug, seenByHelper, type WatchingPage } from '../flow.ts';
import { screenOf } from '../guide.ts';
import type { StepProps } from './step-page.tsx';

const secondsBetween = 4;

interface LiveStatusProps {
  props: StepProps;
  page: WatchingPage;
  /** The page is reloaded when this changes, since its heading or buttons then differ, not only its text. */
  state: string;
  /** Card that the other holder is at. Absent for the holder of this link. */
  place?: string | undefined;
}

/** Shows where the registration is and keeps it up to date. At the end the script opens the final page. */
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

/** Text that names the step and screen where the link's holder on another device, or a helper, goes on. */
export function whereText(page: WatchingPage, props: StepProps, helpersPlace?: string): string {
  const { t } = props;
  const registration =
    page === 'contador' ? seenByHelper(props.registration, helpersPlace) : props.registration;
  const [slug] = nextPath(registration).slice(1).split('?') as [PageSlug | ''];
  const place = t(`goOn.at.${slug || 'inicio'}`);
  const screen = screenOf({ ...props, registration }, slug);
  return screen ? t('goOn.whereScreen', { place, ...screen }) : t('goOn.where', { place });
}
