/** Keeps what is typed from now on, until it is asked for: the field that it is meant for is not there yet. */
export function keepTyped(): () => string {
  const stop = new AbortController();
  let text = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    text += event.key;
  };
  addEventListener('keydown', keep, { capture: true, signal: stop.signal });
  return () => {
    stop.abort();
    return text;
  };
}
