/** What fits beside the text of an operation. */
const width = 58;

/** As `JSON.stringify` with two spaces, but for what fits in a line, `before` and all. */
export function jsonText(value: unknown, indent = '', before = indent.length): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || before + line.length < width) return line;
  const deeper = `${indent}  `;
  const below = Array.isArray(value)
    ? value.map((each) => deeper + jsonText(each, deeper))
    : Object.entries(value).map(([name, each]) => {
        const label = `${deeper}${JSON.stringify(name)}: `;
        return label + jsonText(each, deeper, label.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${below.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}
