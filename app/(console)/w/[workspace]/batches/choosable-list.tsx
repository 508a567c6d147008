'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Choosing, useChoice } from '#console/_ui/choosing.tsx';
import { Failure, usePermission } from '#console/_ui/failure.tsx';
import type { Matching } from '#console/_ui/list-page.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { batchLimits } from '#lib/limits.ts';
import {
  type FoundMailed,
  findEnded,
  findFailed,
  findMailed,
  findMatching,
  findRetried,
  type PreparedRun,
  prepareRun,
  startBatch,
} from './actions.ts';
import { type AskedAct, type ChoosableListName, type ListAct, needsOf } from './acts.ts';

interface ChoosableListProps extends ChoiceBarProps {
  ids: readonly string[];
  children: ReactNode;
}

/** A list with selectable rows and batch actions. Changing a filter clears the selection. */
export function ChoosableList({ ids, children, ...bar }: ChoosableListProps) {
  const key = Object.entries<string>(bar.matching.filters satisfies Matching['filters']).join('&');
  return (
    <Choosing key={key} ids={ids}>
      {children}
      <ChoiceBar {...bar} />
    </Choosing>
  );
}

// Loaded when a dialog is first opened.
const ActDialog = dynamic(() => import('./act-dialog.tsx').then((module) => module.ActDialog));
const RunDialog = dynamic(() => import('./run-dialog.tsx').then((module) => module.RunDialog));

interface ChoiceBarProps {
  workspace: string;
  list: ChoosableListName;
  acts: readonly ListAct[];
  matching: Matching;
  /** Ids of the page's invoices that can be authorized again; undefined if not known. */
  failedIds?: readonly string[] | undefined;
}

/** Actions on the selected rows; hidden without a selection. */
function ChoiceBar({ workspace, list, acts, matching, failedIds }: ChoiceBarProps) {
  const t = useTranslations('console.batches.choice');
  const router = useRouter();
  const { chosen, onPage, choose, clear } = useChoice();
  const isPermitted = usePermission();
  const [asked, setAsked] = useState<{ act: AskedAct; ids: string[]; mailed?: Omit<FoundMailed, 'ids'> }>();
  /** Why an action did nothing. */
  const [note, setNote] = useState<{ text: string; about: ReadonlySet<string> }>();
  const { run, pending, failure } = useConsoleAction(findMatching.bind(null, workspace));
  const [prepared, setPrepared] = useState<{ ids: string[]; found: PreparedRun }>();
  const ended = useConsoleAction(findEnded.bind(null, workspace));
  const preparing = useConsoleAction(prepareRun.bind(null, workspace));
  const failed = useConsoleAction(findFailed.bind(null, workspace));
  const retried = useConsoleAction(findRetried.bind(null, workspace));
  const mailing = useConsoleAction(findMailed.bind(null, workspace));
  const starting = useConsoleAction(startBatch.bind(null, workspace));
  const { total, filters, file } = matching;
  const count = chosen.size;
  const hasMore = count > 0 && onPage.every((id) => chosen.has(id)) && (total === undefined || total > count);
  const noneFailed =
    failedIds !== undefined &&
    acts.includes('authorize-again') &&
    isPermitted(needsOf['authorize-again']) &&
    [...chosen].every((id) => onPage.includes(id) && !failedIds.includes(id));
  const ask = (act: ListAct) => {
    const ids = [...chosen];
    setNote(undefined);
    if (act === 'run-workflow') {
      if (list !== 'suppliers' && list !== 'invoices') return;
      return preparing.run({ list, ids }, (found) => setPrepared({ ids, found }));
    }
    if (act === 'try-now') {
      if (list !== 'jobs' && list !== 'invoices') return;
      // Not asked for again: what is tried now would be tried soon in any case.
      return retried.run({ list, ids }, (found) => {
        if (found.length === 0) return setNote({ text: t('noneRetried'), about: chosen });
        const key = crypto.randomUUID();
        starting.run({ operation: act, ids: found, key }, ({ id }) =>
          router.push(workspacePath(workspace, `/batches/${id}`)),
        );
      });
    }
    if (act === 'mail-link' || act === 'remind') {
      return mailing.run({ ids }, ({ ids, ...mailed }) => setAsked({ act, ids, mailed }));
    }
    if (act !== 'run-again' && act !== 'authorize-again') return setAsked({ act, ids });
    const applicable = act === 'run-again' ? ended : failed;
    applicable.run({ ids }, (found) => {
      if (found.length > 0) setAsked({ act, ids: found });
      else setNote({ text: t(act === 'run-again' ? 'noneEnded' : 'noneFailed'), about: chosen });
    });
  };
  return (
    <>
      <VisuallyHidden role="status">{count > 0 && t(`count.${list}`, { count })}</VisuallyHidden>
      {count > 0 && (
        <section className="choice-bar" aria-label={t('label')}>
          <strong>{t(`count.${list}`, { count })}</strong>
          {hasMore && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={pending}
              onClick={() => run({ list, filters }, (ids) => choose(ids))}
            >
              {total === undefined || total > batchLimits.rows
                ? t('allMatching')
                : t('all', { count: total })}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" color="gray" className="quiet" onClick={clear}>
            {t('clear')}
          </Button>
          <div className="choice-acts">
            {file && (
              <form method="post" action={file} data-export>
                <input type="hidden" name="ids" value={[...chosen].join(',')} />
                <Button type="submit" size="xs" variant="default">
                  {t('export')}
                </Button>
              </form>
            )}
            {acts
              .filter((each) => isPermitted(needsOf[each]))
              .map((each) => (
                <Button
                  key={each}
                  size="xs"
                  variant="light"
                  disabled={each === 'authorize-again' && noneFailed}
                  loading={
                    (mailing.pending &&
                      asked?.act === undefined &&
                      (each === 'mail-link' || each === 'remind')) ||
                    (ended.pending && each === 'run-again') ||
                    (preparing.pending && each === 'run-workflow') ||
                    (failed.pending && each === 'authorize-again') ||
                    ((retried.pending || starting.pending) && each === 'try-now')
                  }
                  onClick={() => ask(each)}
                >
                  {t(`acts.${each}`)}
                </Button>
              ))}
          </div>
          {(noneFailed || note?.about === chosen) && (
            <p className="hint choice-note" role="status">
              {noneFailed ? t('noneFailed') : note?.text}
            </p>
          )}
          <Failure
            of={
              failure ??
              mailing.failure ??
              ended.failure ??
              preparing.failure ??
              failed.failure ??
              retried.failure ??
              starting.failure
            }
          />
        </section>
      )}
      {prepared && (list === 'suppliers' || list === 'invoices') && (
        <RunDialog
          workspace={workspace}
          list={list}
          ids={prepared.ids}
          initial={prepared.found}
          onClose={() => setPrepared(undefined)}
        />
      )}
      {asked && (
        <ActDialog
          workspace={workspace}
          act={asked.act}
          ids={asked.ids}
          left={asked.mailed ? 0 : count - asked.ids.length}
          mailed={asked.mailed}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
