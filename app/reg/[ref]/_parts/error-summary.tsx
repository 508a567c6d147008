import { Icon } from './icon.tsx';
import type { FieldError } from './step-props.ts';
import type { Texts } from './texts.tsx';

/** Above the heading, with a link to each field that has to change. */
export function ErrorSummary({ errors, t }: { errors: FieldError[]; t: Texts }) {
  return (
    <div className="notice notice-bad" role="alert">
      <h2>
        <Icon name="cross" />
        {t('errors.heading')}
      </h2>
      <ul className="plain">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
