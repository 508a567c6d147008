import type { LifecycleEvent } from '#lib/webhooks/events.ts';

type Dashed<Name extends string> = Name extends `${infer Head}.${infer Tail}` ? `${Head}-${Tail}` : Name;

/** An event's key among the texts, where a full stop leads a level down. */
export const eventKey = <Event extends LifecycleEvent>(event: Event) =>
  event.replace('.', '-') as Dashed<Event>;
