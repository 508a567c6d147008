import { getLocale, getTranslations } from 'next-intl/server';
import { eventWords } from './event-words.ts';
import './event-text.css';

interface EventTextProps {
  of: { code?: string; message?: string; provider?: string; paths?: string[] };
}

/** The words of an event or a fault, and the code by which programs and the documentation know it. */
export async function EventText({ of: said }: EventTextProps) {
  const t = await getTranslations('console.jobs');
  const { text, detail, lang } = eventWords(t, said, await getLocale());
  const code = [said.provider, said.code].filter(Boolean).join(' · ');
  return (
    <span>
      {text}{' '}
      {detail && (
        <span className="event-detail" lang={lang}>
          ({detail}){' '}
        </span>
      )}
      {code && <code className="event-detail">{code}</code>}
    </span>
  );
}
