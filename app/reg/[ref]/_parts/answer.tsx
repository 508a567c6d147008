/** Element that the page scrolls to after «Comprobar ahora», so that each press is answered in view. */
export const answerAnchor = 'respuesta';

/** The authority's answer to «Comprobar ahora», with its time. */
export function Answer({ children }: { children: string }) {
  return (
    <p id={answerAnchor} className="answer" role="status" tabIndex={-1}>
      {children}
    </p>
  );
}

const maxAgeMs = 10 * 60_000;

/** Whether an answer is of the last minutes. An older one is shown only by a reload of an old address. */
export const isRecent = (at: Date | undefined, now: Date): at is Date =>
  at !== undefined && now.getTime() - at.getTime() < maxAgeMs;
