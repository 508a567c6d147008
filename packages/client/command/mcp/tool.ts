import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { AltaError } from '../../src/index.ts';
import { CommandError } from '../exit-codes.ts';

/** What a model may call, and what its client shows of it before. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** `sends`: ARCA or a supplier hears of it, and it can not be taken back. */
  effect: 'reads' | 'makes' | 'sends';
  /** Text is given as it is, everything else as JSON. */
  answer(input: never, signal: AbortSignal): Promise<unknown>;
}

export const tool = <Input extends z.ZodObject>(
  described: Omit<Tool, 'input' | 'answer'> & {
    input: Input;
    answer(input: z.output<Input>, signal: AbortSignal): Promise<unknown>;
  },
): Tool => described;

export function register(server: McpServer, { name, title, description, input, effect, answer }: Tool): void {
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: input,
      annotations: {
        readOnlyHint: effect === 'reads',
        destructiveHint: effect === 'sends',
        idempotentHint: effect === 'reads',
        openWorldHint: effect === 'sends',
      },
    },
    async (given, { mcpReq: { signal } }): Promise<CallToolResult> => {
      try {
        return textOf(await answer(given as never, signal));
      } catch (error) {
        return { ...textOf(failureOf(error)), isError: true };
      }
    },
  );
}

const textOf = (answer: unknown): CallToolResult => ({
  content: [{ type: 'text', text: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 1) }],
});

/** What a model can go on with. @throws what is no failure of the call but of ours. */
function failureOf(error: unknown) {
  if (error instanceof CommandError) return { message: error.message };
  if (!(error instanceof AltaError)) throw error;
  const { key, code, message, fields, faults, requestId } = error;
  return { key, code, message, fields, faults, request_id: requestId };
}
