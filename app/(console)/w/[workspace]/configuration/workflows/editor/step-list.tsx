'use client';

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ActionIcon, Alert, Button, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { Icon } from '#console/_ui/icon.tsx';
import { choiceWord, fieldLabel, providerKey, providerTitle } from '../texts.ts';
import { type DraftStep, fieldsOf, type List, withMoved, withNew, without } from './draft.ts';
import { useEditor } from './editing.ts';
import { StepForm } from './step-form.tsx';

interface Removed {
  step: DraftStep;
  index: number;
}

/** The steps of a list, and the actions on them. */
export function StepList({ list }: { list: List }) {
  const t = useTranslations('console.workflows.editor');
  const { editing, allProblems, titleOf, explain, open } = useEditor();
  const { draft } = editing;
  const steps = draft[list];
  const [removed, setRemoved] = useState<Removed>();
  const [announcement, announce] = useState('');
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
    announce(t('movedTo', { step: titleOf(step), number: to + 1 }));
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
  // The note about a removed step, shown at its former position.
  const undoAt = (index: number) =>
    removed && Math.min(removed.index, steps.length) === index ? (
      <p className="removed" role="status">
        {t('removed', { step: titleOf(removed.step) })}{' '}
        <Button id={`undo-${list}`} variant="light" size="compact-sm" onClick={() => putBack(removed)}>
          {t('undo')}
        </Button>
      </p>
    ) : null;
  const ofList = allProblems.filter(({ step, path }) => !step && path === list);
  return (
    <section aria-labelledby={`list-${list}`} className={`flow flow-${list}`}>
      <h2 id={`list-${list}`}>{t(list)}</h2>
      <p className="hint">{t(`${list}Text`)}</p>
      {ofList.map((problem) => (
        <Alert key={problem.code} color="red" variant="light">
          {explain(problem)}
        </Alert>
      ))}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
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

/** Focuses an element after the next render, or its sibling if it is a disabled button. */
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
    <Menu width="min(56rem, calc(100vw - 2rem))" position="bottom-start" shadow="md" withinPortal>
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

interface StepCardProps {
  step: DraftStep;
  list: List;
  index: number;
  /** Index of the last step in the list. */
  last: number;
  onMove: (by: -1 | 1) => void;
  /** Called with the index of the step that was dropped here. */
  onDrop: (from: number) => void;
  onRemove: () => void;
}

/** A step as one line, draggable by its number; opened, it shows the configuration. */
function StepCard({ step, list, index, last, onMove, onDrop, onRemove }: StepCardProps) {
  const t = useTranslations('console.workflows.editor');
  const { allProblems, titleOf, explain, opened, open } = useEditor();
  const { card, handle, isOver } = useReorder({ list, index, onDrop });
  const title = titleOf(step);
  const summary = useSummary(step);
  const number = index + 1;
  const isOpen = opened === step.id;
  const ofStep = allProblems.filter(({ step: id }) => id === step.id);
  return (
    <article
      ref={card}
      id={`step-${step.id}`}
      tabIndex={-1}
      className="sheet flow-step"
      data-problem={ofStep.length > 0 || undefined}
      data-over={isOver || undefined}
      aria-label={t('stepLabel', { list, number, step: title })}
    >
      <header className="flow-step-head">
        <span ref={handle} className="flow-number" title={t('drag')} aria-hidden="true">
          {number}
        </span>
        <h3 className="flow-step-title">
          <UnstyledButton
            className="flow-step-open"
            aria-expanded={isOpen}
            aria-controls={`step-body-${step.id}`}
            onClick={() => open(isOpen ? undefined : step.id)}
          >
            <span>{title}</span>
            {!isOpen && summary && <span className="hint flow-step-summary">{summary}</span>}
          </UnstyledButton>
        </h3>
        <StepActs {...{ step, list, index, last, title, onMove, onRemove }} />
      </header>
      {!isOpen && ofStep.length > 0 && <p className="flow-step-problem">{ofStep.map(explain).join(' ')}</p>}
      <div id={`step-body-${step.id}`} className="flow-step-body" hidden={!isOpen}>
        {isOpen && <StepForm step={step} list={list} />}
      </div>
    </article>
  );
}

interface StepActsProps {
  step: DraftStep;
  list: List;
  index: number;
  last: number;
  title: string;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Buttons for moving and removing, so that the keyboard can do what dragging does. */
function StepActs({ step, list, index, last, title, onMove, onRemove }: StepActsProps) {
  const t = useTranslations('console.workflows.editor');
  const place = { list, number: index + 1, step: title };
  return (
    <div className="flow-step-acts">
      <ActionIcon
        id={`up-${step.id}`}
        variant="subtle"
        color="gray"
        size="md"
        disabled={index === 0}
        onClick={() => onMove(-1)}
        aria-label={t('upLabel', place)}
        title={t('up')}
      >
        <span className="upside-down">
          <Icon name="chevron" size={18} />
        </span>
      </ActionIcon>
      <ActionIcon
        id={`down-${step.id}`}
        variant="subtle"
        color="gray"
        size="md"
        disabled={index === last}
        onClick={() => onMove(1)}
        aria-label={t('downLabel', place)}
        title={t('down')}
      >
        <Icon name="chevron" size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="md"
        onClick={onRemove}
        aria-label={t('removeLabel', place)}
        title={t('remove')}
      >
        <Icon name="remove" size={18} />
      </ActionIcon>
    </div>
  );
}

/** The configuration in one line, without secrets; empty for a state, which the title shows. */
function useSummary(step: DraftStep): string {
  const t = useTranslations('console.workflows');
  const { providers } = useEditor();
  const provider = providers.get(step.provider);
  if (!provider || step.provider === 'silo.state') return '';
  return fieldsOf(provider)
    .flatMap(({ name, isSecret, shape }) => {
      const value = step.config?.[name];
      if (isSecret || (typeof value !== 'string' && typeof value !== 'number')) return [];
      const text =
        shape.kind === 'choice' ? choiceWord(t, step.provider, name, String(value)) : String(value);
      return [`${fieldLabel(t, step.provider, name)}: ${text}`];
    })
    .join(' · ');
}

interface Reorder {
  list: List;
  index: number;
  onDrop: (from: number) => void;
}

/** Makes a step draggable by its handle to another position in its list. */
function useReorder({ list, index, onDrop }: Reorder) {
  const card = useRef<HTMLElement>(null);
  const handle = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    const [element, dragHandle] = [card.current, handle.current];
    if (!element || !dragHandle) return;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false);
          drop.current(Number(source.data.index));
        },
      }),
    );
  }, [list, index]);
  return { card, handle, isOver };
}
