import { canBeRated, maxCommentLength, ratings } from '#lib/registrations/rating.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { Texts } from './texts.tsx';
import { Icon } from './tools.tsx';

/** Element that the page scrolls to after an answer. */
export const ratingAnchor = 'opinion';

interface RatingProps {
  registration: Registration;
  basePath: string;
  t: Texts;
}

/** «¿Fue fácil?», answered with one tap and followed by a field for a comment. */
export function Rating(props: RatingProps) {
  const { registration, basePath, t } = props;
  if (!canBeRated(registration)) return null;
  const answer = registration.rating?.answer;
  return (
    <section className="card rating" id={ratingAnchor} aria-labelledby="opinion-titulo" tabIndex={-1}>
      <h2 id="opinion-titulo">{t('rating.heading')}</h2>
      <form method="post" action={`${basePath}/opinion`} className="rating-answers">
        {ratings.map((each) => (
          <button
            key={each}
            type="submit"
            name="rating"
            value={each}
            className="button button-second"
            aria-pressed={answer === each}
          >
            {answer === each && <Icon name="check" />}
            {t(`rating.answers.${each}`)}
          </button>
        ))}
      </form>
      {answer && <Thanks {...props} answer={answer} />}
    </section>
  );
}

function Thanks({ registration, basePath, t, answer }: RatingProps & { answer: string }) {
  const holder = registration.accountHolder.name;
  const commented = registration.rating?.commented;
  return (
    <>
      <p role="status">
        <strong>{t('rating.thanks')}</strong> {commented && t('rating.commented', { holder })}
      </p>
      <form method="post" action={`${basePath}/opinion`}>
        <input type="hidden" name="rating" value={answer} />
        <div className="field">
          <label htmlFor="comentario">{t(commented ? 'rating.another' : 'rating.comment')}</label>
          <p className="hint" id="comentario-ayuda">
            {t('rating.commentHint', { holder })}
          </p>
          <textarea
            id="comentario"
            name="comment"
            rows={3}
            maxLength={maxCommentLength}
            aria-describedby="comentario-ayuda"
          />
        </div>
        <button type="submit" className="button button-second">
          {t('rating.send')}
        </button>
      </form>
    </>
  );
}
