'use client';

import { Button, Checkbox, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fragment, useEffect, useState } from 'react';
import type { ActionResult } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Failure } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { LeaveGuard } from '#console/_ui/leave-guard.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { copyToLive, PlannedCopy } from '#lib/copy-workspace.ts';
import { copyLive, planLive } from '../actions.ts';

interface CopyFormProps {
  workspace: string;
  /** The sandbox's name, proposed for a new live workspace. */
  name: string;
  targets: { slug: string; name: string }[];
}

type Copied = Awaited<ReturnType<typeof copyToLive>>;
const parts = ['settings', 'workflows', 'endpoints', 'keys', 'members'] as const;
type Part = (typeof parts)[number];
const preselected: Part[] = ['settings', 'workflows', 'endpoints'];

const tones = {
  new: 'good',
  replaced: 'wait',
  kept: 'quiet',
  same: 'quiet',
  refused: 'bad',
} as const satisfies Record<PlannedCopy['outcome'], Tone>;
const isWritten = ({ outcome }: PlannedCopy) => outcome === 'new' || outcome === 'replaced';
/** Longer lists are cut: they say how many there are. */
const mostShown = 50;

/** Chooses the live workspace and the parts, shows what will happen to each, and copies. */
export function CopyForm({ workspace, name, targets }: CopyFormProps) {
  const t = useTranslations('console.configuration.goLive');
  const [slug, setSlug] = useState(targets[0]?.slug ?? '');
  const [newName, setNewName] = useState(name);
  const [existing, setExisting] = useState<'keep' | 'replace'>('keep');
  const [chosen, setChosen] = useState<Part[]>(preselected);
  const { run, pending, failure } = useConsoleAction(copyLive.bind(null, workspace));
  const [copied, setCopied] = useState<Copied>();
  /** Workflows and endpoints whose tick differs from the proposed one. */
  const [flipped, setFlipped] = useState<string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const target = slug ? { slug } : { name: newName.trim() };
  const { plan, planFailure } = usePlan(workspace, slug, existing);
  const planned = plan?.filter(({ part }) => chosen.includes(part)) ?? [];
  const local = planned.flatMap(({ id, note }) => (id && note === 'local' ? [id] : []));
  const isLeft = ({ id }: PlannedCopy) => id !== undefined && flipped.includes(id) !== local.includes(id);
  const written = planned.filter((item) => isWritten(item) && !isLeft(item));
  const count = written.length;
  const flip = (id: string) =>
    setFlipped((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]));
  if (copied) return <CopyResult copied={copied} />;
  const without = planned.flatMap((item) => (item.id && isLeft(item) ? [item.id] : []));
  return (
    <>
      <FormDialog
        opened={isAsked}
        size="lg"
        title={t('asked', { workspace: targets.find((each) => each.slug === slug)?.name ?? newName.trim() })}
        onClose={() => setAsked(false)}
        onSubmit={() => run({ target, existing, parts: chosen, without }, setCopied)}
        submit={t('confirm', { count })}
        pending={pending}
        failure={failure}
      >
        {written.some(({ outcome }) => outcome === 'replaced') && (
          <Notice tone="wait" title={t('replacedTitle')}>
            <NamesOf items={written.filter(({ outcome }) => outcome === 'replaced')} />
          </Notice>
        )}
        {written.some(({ outcome }) => outcome === 'new') && (
          <div>
            <p>{t('madeTitle')}</p>
            <NamesOf items={written.filter(({ outcome }) => outcome === 'new')} />
          </div>
        )}
      </FormDialog>
      <form
        className="settings"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
        }}
      >
        <div className="go-live">
          <div className="sheet sheet-text settings-fields">
            <NativeSelect
              label={t('target')}
              value={slug}
              onChange={({ currentTarget }) => setSlug(currentTarget.value)}
              data={[
                ...targets.map((each) => ({ value: each.slug, label: each.name })),
                { value: '', label: t('newOne') },
              ]}
            />
            {!slug && (
              <TextInput
                label={t('newName')}
                maxLength={100}
                required
                value={newName}
                error={failure?.fields['target.name'] || failure?.fields.name ? t('nameTaken') : undefined}
                onChange={({ currentTarget }) => setNewName(currentTarget.value)}
              />
            )}
            <Checkbox.Group
              label={t('parts')}
              value={chosen}
              onChange={(values) => setChosen(parts.filter((part) => values.includes(part)))}
            >
              <Stack gap="sm" mt="xs">
                {parts.map((part) => (
                  <Checkbox
                    key={part}
                    value={part}
                    label={t(`partNames.${part}`)}
                    description={t(`partHints.${part}`)}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
            {slug && (
              <Radio.Group
                label={t('existing')}
                value={existing}
                onChange={(value) => setExisting(value === 'replace' ? 'replace' : 'keep')}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="keep" label={t('keep')} />
                  <Radio value="replace" label={t('replace')} />
                </Stack>
              </Radio.Group>
            )}
            <p className="hint">{t('never')}</p>
          </div>
          <section className="sheet sheet-text" aria-label={t('plan')} aria-busy={plan === undefined}>
            <h2>{t('plan')}</h2>
            <Failure of={planFailure} />
            {plan && planned.length === 0 && <p className="hint">{t('planEmpty')}</p>}
            {parts
              .filter((part) => planned.some((item) => item.part === part))
              .map((part) => (
                <PlannedPart
                  key={part}
                  part={part}
                  items={planned.filter((item) => item.part === part)}
                  isLeft={isLeft}
                  flip={flip}
                />
              ))}
          </section>
        </div>
        <div className="settings-bar">
          <p className="hint" role="status">
            {plan && t('count', { count })}
          </p>
          <Button type="submit" disabled={!plan || count === 0 || (!slug && !newName.trim())}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </>
  );
}

interface PlannedPartProps {
  part: Part;
  items: PlannedCopy[];
  isLeft: (item: PlannedCopy) => boolean;
  flip: (id: string) => void;
}

/** The outcome for each item of a part. Items that would be written can be left out one by one. */
function PlannedPart({ part, items, isLeft, flip }: PlannedPartProps) {
  const t = useTranslations('console.configuration.goLive');
  const nameOf = useNameOf();
  return (
    <div>
      <h3 className="subheading">{t(`partNames.${part}`)}</h3>
      <ul className="go-live-items">
        {items.slice(0, mostShown).map((item, index) => {
          const { id, outcome, note } = item;
          const label = (
            <>
              <bdi>{nameOf(item)}</bdi>
              {note && <span className="hint"> · {t(`notes.${note}`)}</span>}
            </>
          );
          const left = isLeft(item);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list is drawn anew as a whole
            <li key={index}>
              {id && isWritten(item) ? (
                <Checkbox label={label} checked={!left} onChange={() => flip(id)} />
              ) : (
                <span>{label}</span>
              )}
              <Chip tone={left ? 'quiet' : tones[outcome]}>
                {t(`outcomes.${left && isWritten(item) ? 'left' : outcome}`)}
              </Chip>
            </li>
          );
        })}
      </ul>
      {items.length > mostShown && <p className="hint">{t('more', { count: items.length - mostShown })}</p>}
    </div>
  );
}

/** Names of things, by part. */
function NamesOf({ items }: { items: PlannedCopy[] }) {
  const t = useTranslations('console.configuration.goLive');
  const nameOf = useNameOf();
  return (
    <ul className="go-live-names">
      {parts.map((part) => {
        const ofPart = items.filter((item) => item.part === part);
        if (ofPart.length === 0) return null;
        return (
          <li key={part}>
            {t(`partNames.${part}`)}:{' '}
            {ofPart.slice(0, mostShown).map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list is drawn anew as a whole
              <Fragment key={index}>
                {index > 0 && ', '}
                <bdi>{nameOf(item)}</bdi>
              </Fragment>
            ))}
            {ofPart.length > mostShown && ` · ${t('more', { count: ofPart.length - mostShown })}`}
          </li>
        );
      })}
    </ul>
  );
}

function useNameOf() {
  const t = useTranslations('console.configuration.goLive');
  return ({ part, name }: PlannedCopy) =>
    part === 'settings' && t.has(`settings.${name}` as 'settings.wizard')
      ? t(`settings.${name}` as 'settings.wizard')
      : name;
}

/** Result of the copy, with the new secrets, which are shown this once. */
function CopyResult({ copied: { slug, made, secrets } }: { copied: Copied }) {
  const t = useTranslations('console.configuration.goLive');
  const [saved, setSaved] = useState(secrets.length === 0);
  return (
    <section className="sheet sheet-text" aria-labelledby="copied">
      <LeaveGuard armed={!saved} />
      <h2 id="copied" role="status">
        {t('done', { count: made })}
      </h2>
      {secrets.length > 0 && (
        <>
          <Notice tone="wait" title={t('onceTitle')}>
            {t('onceText')}
          </Notice>
          <Stack className="settings-fields">
            {secrets.map(({ kind, name, value }) => (
              <div key={value}>
                <p>{t(`secrets.${kind}`, { name })}</p>
                <CopyValue value={value} label={t(`secrets.${kind}`, { name })} />
              </div>
            ))}
          </Stack>
        </>
      )}
      <p>{t('next')}</p>
      <Group>
        {saved ? (
          <Button component={Link} href={workspacePath(slug, '')}>
            {t('open')}
          </Button>
        ) : (
          <>
            <Button onClick={() => setSaved(true)}>{t('saved')}</Button>
            <a href={workspacePath(slug, '')} target="_blank" rel="noreferrer">
              {t('openTab')}
            </a>
          </>
        )}
      </Group>
    </section>
  );
}

/** The plan for the chosen workspace. A new one has nothing yet, whatever its name. */
function usePlan(workspace: string, slug: string, existing: 'keep' | 'replace') {
  const [asked] = useDebouncedValue(slug ? `${existing} ${slug}` : '', 100);
  const [result, setResult] = useState<ActionResult<PlannedCopy[]>>();
  useEffect(() => {
    let isCurrent = true;
    setResult(undefined);
    const [how, ...words] = asked.split(' ');
    const target = asked ? { slug: words.join(' ') } : { name: '-' };
    planLive(workspace, { target, existing: how === 'replace' ? 'replace' : 'keep' }).then(
      (answer) => {
        if (isCurrent) setResult(answer);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [workspace, asked]);
  return result?.ok ? { plan: result.value } : { planFailure: result };
}
