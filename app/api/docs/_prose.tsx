import { Fragment } from 'react';
import { isShort } from '#app/docs/_lines.ts';
import { addressOf, isPage, pages } from '#app/docs/_pages.ts';
import { errorCodes } from '#lib/http/error-catalogue.ts';

/** A text of a contract. Of Markdown it supports only `code`; an error's code links to the catalogue. */
export const Prose = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => {
    const key = `${at}:${part}`;
    if (at % 2 === 0) return <Plain key={key} text={part} />;
    if (!Object.hasOwn(errorCodes, part) || !part.includes('-')) return <Code key={key} text={part} />;
    return (
      <a key={key} href={`/docs/errors#code-${part}`}>
        <Code text={part} />
      </a>
    );
  });

/** The same without links, for what is a link itself. */
export const Title = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => {
    const key = `${at}:${part}`;
    return at % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <Code key={key} text={part} />;
  });

const Code = ({ text }: { text: string }) => (
  <code className={isShort(text) ? 'short' : undefined}>{isShort(text) ? text : breakable(text)}</code>
);

/** A name that may wrap after each of its words, so that no word is cut. */
export const breakable = (name: string) =>
  name.split(/(?<=[._])/).map((word, at) => {
    const key = `${at}:${word}`;
    return (
      <Fragment key={key}>
        {word}
        <wbr />
      </Fragment>
    );
  });

/** A guide that the text names by its file, such as docs/errors.md, becomes a link. */
const Plain = ({ text }: { text: string }) =>
  text.split(/docs\/([\w-]+)\.md/).map((part, at) => {
    const key = `${at}:${part}`;
    if (at % 2 === 0 || !isPage(part)) return <Fragment key={key}>{part}</Fragment>;
    return (
      <a key={key} href={addressOf(part, 'en')}>
        {pages.find(({ name }) => name === part)?.title}
      </a>
    );
  });

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
