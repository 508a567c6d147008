import { Fragment } from 'react';

/** An event's name; where it does not fit it breaks between its words. */
export function EventName({ children }: { children: string }) {
  const words = children.split(/(?<=[._-])/);
  return words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
