'use client';

import { Alert, Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { Icon } from '#console/_ui/icon.tsx';
import { providerKey, providerTitle } from '../step-title.ts';
import { type DraftStep, type List, withMoved, withNew, without } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { StepCard } from './step-card.tsx';

interface Removed {
  step: DraftStep;
  index: number;
}

/** The steps of a list, and the actions on them. */
export function StepList({ list }: { list: List }) {
  const t = useTranslations('console.workflows.editor');
  const { editing, problems, titleOf, explain, open } = useEditor();
  const { draft } = editing;
  const steps = draft[list];
  const [removed, setRemoved] = useState<Removed>();
  const [said, say] = useState('');
  const focusSoon = useFocusSoon();

  const add = (index: number, provider: string) => {
    const step = { id: uuidv7(), provider };
    editing.change(withNew(draft, list, index, step));
    open(step.id);
    focusSoon(`step-${step.id}`);
  };
  const move = (from: number, to: number, focused: string) => {
    const step = steps[from];
    if (!step || from === to) return;
    editing.change(withMoved(draft, list, from, to));
    say(t('movedTo', { step: titleOf(step), number: to + 1 }));
    focusSoon(`${focused}-${step.id}`);
  };
  const remove = (index: number) => {
    const step = steps[index];
    if (!step) return;
    setRemoved({ step, index });
    editing.change(without(draft, list, step.id), step.id);
    focusSoon(`undo-${list}`);
  };
  const putBack = ({ step, index }: Removed) => {
    editing.change(withNew(draft, list, Math.min(index, steps.length), step));
    setRemoved(undefined);
    focusSoon(`step-${step.id}`);
  };
  // Shown at the position of the removed step.
  const undoAt = (index: number) =>
    removed && Math.min(removed.index, steps.length) === index ? (
      <p className="removed" role="status">
        {t('removed', { step: titleOf(removed.step) })}{' '}
        <Button id={`undo-${list}`} variant="light" size="compact-sm" onClick={() => putBack(removed)}>
          {t('undo')}
        </Button>
      </p>
    ) : null;
  const ofList = problems.filter(({ step, path }) => !step && path === list);
  return (
    <section aria-labelledby={`list-${list}`} className={`flow flow-${list}`}>
      <h2 id={`list-${list}`}>{t(list)}</h2>
      <p className="hint">{t(`${list}Text`)}</p>
      {ofList.map((problem) => (
        <Alert key={problem.code} color="red" variant="light">
          {explain(problem)}
        </Alert>
      ))}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {steps.length === 0 && <p className="no-steps">{t(list === 'steps' ? 'noSteps' : 'noRescue')}</p>}
      <ol className="flow-steps">
        {steps.map((step, index) => (
          <li key={`${step.id} ${steps.findIndex(({ id }) => id === step.id) === index ? '' : index}`}>
            {undoAt(index)}
            {index > 0 && (
              <AddStep list={list} before={index + 1} onAdd={(provider) => add(index, provider)} />
            )}
            <StepCard
              step={step}
              list={list}
              index={index}
              last={steps.length - 1}
              onMove={(by) => move(index, index + by, by < 0 ? 'up' : 'down')}
              onDrop={(from) => move(from, index, 'step')}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {undoAt(steps.length)}
      <AddStep list={list} onAdd={(provider) => add(steps.length, provider)} />
    </section>
  );
}

/** Focuses an element after the next render; if the button was disabled, its sibling. */
function useFocusSoon() {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const asked = wanted.current;
    if (!asked) return;
    wanted.current = undefined;
    const id = asked.replace(/^[a-z]+-/, '');
    const places = [asked, `up-${id}`, `down-${id}`].map((each) => document.getElementById(each));
    const place = places.find((each) => each && !each.hasAttribute('disabled'));
    // A closing menu restores its own focus first.
    setTimeout(() => {
      place?.focus({ preventScroll: true });
      place?.scrollIntoView({ block: 'nearest' });
    });
  });
  return (id: string) => {
    wanted.current = id;
  };
}

interface AddStepProps {
  list: List;
  /** Number of the step before which the new one is inserted; absent for the end. */
  before?: number;
  onAdd: (provider: string) => void;
}

/** A menu of step types with descriptions. */
function AddStep({ list, before, onAdd }: AddStepProps) {
  const t = useTranslations('console.workflows');
  const { providers, schema } = useEditor();
  const offered = [...providers.values()].filter(
    (provider) =>
      (!provider.schema || provider.schema === schema) && (list === 'steps' || provider.role !== 'waits'),
  );
  const text = (id: string) => {
    const key = `providers.${providerKey(id)}.text`;
    return t.has(key as never) ? String(t(key as never)) : id;
  };
  return (
    <Menu width="min(26rem, calc(100vw - 2rem))" position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        {before ? (
          <Button
            className="flow-insert"
            variant="subtle"
            size="compact-sm"
            aria-label={t('editor.addBefore', { list, number: before })}
            title={t('editor.addBefore', { list, number: before })}
          >
            <Icon name="plus" size={16} />
          </Button>
        ) : (
          <Button variant="light" leftSection={<Icon name="plus" size={18} />}>
            {t(list === 'steps' ? 'editor.add' : 'editor.addRescue')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown className="flow-menu">
        {offered.map(({ id }) => (
          <Menu.Item key={id} onClick={() => onAdd(id)}>
            <Text fw={600} size="sm">
              {providerTitle(t, id, providers)}
            </Text>
            <Text size="sm" className="hint">
              {text(id)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
