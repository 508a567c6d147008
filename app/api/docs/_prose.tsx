import { Fragment } from 'react';
import { isShort } from '#app/docs/_lines.ts';
import { errorCodes } from '#lib/http/error-catalogue.ts';

/** A text of a contract. Of Markdown it supports only `code`; an error's code links to the catalogue. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    const key = `${at}:${part}`;
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    const code = (
      <code key={key} className={isShort(part) ? 'short' : undefined}>
        {part}
      </code>
    );
    if (!Object.hasOwn(errorCodes, part) || !part.includes('-')) return code;
    return (
      <a key={key} href={`/docs/errors#code-${part}`}>
        {code}
      </a>
    );
  });
}

export function Paragraphs({ text }: { text: string }) {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph}>
        <Prose text={paragraph} />
      </p>
    ));
}
