import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AuthorityNotice } from '#app/reg/[ref]/_parts/step-page.tsx';
import { spanish, textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import type { AuthorityStatus } from '#lib/authority-status.ts';

/** 14:30 in Buenos Aires. */
const now = new Date('2026-11-22T17:30:00Z');
const answering = { status: 'answering', lastAnsweredAt: now } as const;
const silentSince = (instant: string) => ({ status: 'not-answering', since: new Date(instant) }) as const;

const noticeOf = (status: AuthorityStatus, t = spanish) =>
  renderToStaticMarkup(<AuthorityNotice status={status} t={t} now={now} />);

describe('the notice about the authority', () => {
  test('is empty while the authority answers or its status is unknown', () => {
    expect(noticeOf({ wsaa: answering, wsfe: answering })).toBe('');
    expect(noticeOf({ wsaa: { status: 'unknown' }, wsfe: { status: 'unknown' } })).toBe('');
  });

  test.each([
    ['2026-11-22T13:40:00Z', 'ARCA no responde desde las 10:40'],
    ['2026-11-22T04:05:00Z', 'ARCA no responde desde la 01:05'],
    ['2026-11-22T02:59:00Z', 'ARCA no responde desde el 21/11/2026, 23:59'],
  ])('gives the time of the first failure in Argentina: %s', (since, sentence) => {
    expect(noticeOf({ wsaa: silentSince(since), wsfe: answering })).toContain(sentence);
  });

  test('gives the earlier failure of two services, in the page’s language', () => {
    const status = { wsaa: silentSince('2026-11-22T14:00:00Z'), wsfe: silentSince('2026-11-22T13:40:00Z') };
    expect(noticeOf(status, textsIn('en'))).toContain('ARCA has not answered since 10:40');
  });
});
