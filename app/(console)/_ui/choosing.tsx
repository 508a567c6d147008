'use client';

import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';

interface Choice {
  chosen: ReadonlySet<string>;
  /** Ids of the rows on the current page, in order. */
  onPage: readonly string[];
  toggle: (id: string, isChosen: boolean, isSpan: boolean) => void;
  choose: (ids: readonly string[]) => void;
  clear: () => void;
}

const Choices = createContext<Choice | undefined>(undefined);

export function useChoice(): Choice {
  const choice = use(Choices);
  if (!choice) throw new Error('Rows are chosen inside <Choosing>.');
  return choice;
}

/** Makes the rows of the list selectable. The selection survives paging. */
export function Choosing({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const toggle = useCallback(
    (id: string, isChosen: boolean, isSpan: boolean) => {
      const places = [last.current ?? id, id].map((each) => ids.indexOf(each));
      const [from, to] = [Math.min(...places), Math.max(...places)];
      const toggledIds = isSpan && from >= 0 ? ids.slice(from, to + 1) : [id];
      last.current = id;
      setChosen((before) => {
        const after = new Set(before);
        for (const each of toggledIds) {
          if (isChosen) after.add(each);
          else after.delete(each);
        }
        return after;
      });
    },
    [ids],
  );
  const choice = useMemo(
    () => ({
      chosen,
      onPage: ids,
      toggle,
      choose: (all: readonly string[]) => setChosen(new Set(all)),
      clear: () => setChosen(new Set()),
    }),
    [chosen, ids, toggle],
  );
  return <Choices value={choice}>{children}</Choices>;
}

/** A row's checkbox. A shift-click selects the range from the last clicked row. */
export function ChooseRow({ id, name }: { id: string; name: string }) {
  const t = useTranslations('console.shell.choice');
  const { chosen, toggle } = useChoice();
  return (
    <label className="choose-box">
      <input
        type="checkbox"
        aria-label={t('row', { name })}
        checked={chosen.has(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          toggle(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

export function ChoosePage() {
  const t = useTranslations('console.shell.choice');
  const { chosen, onPage, choose } = useChoice();
  const chosenOnPage = onPage.filter((id) => chosen.has(id)).length;
  const isWhole = onPage.length > 0 && chosenOnPage === onPage.length;
  const others = [...chosen].filter((id) => !onPage.includes(id));
  return (
    <label className="choose-box">
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = chosenOnPage > 0 && !isWhole;
        }}
        aria-label={t('page')}
        checked={isWhole}
        onChange={() => choose(isWhole ? others : [...others, ...onPage])}
      />
      <span className="choose-page-words" aria-hidden="true">
        {t('page')}
      </span>
    </label>
  );
}
