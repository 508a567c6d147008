import type { z } from 'zod';
import type { ErrorKey } from '#lib/errors.ts';
import type { Download } from './download.ts';
import type { Stated } from './repetition.ts';

/** Each is JSON. */
export type MediaType = 'application/json' | 'application/merge-patch+json' | 'application/json-patch+json';

/** What an answer holds: a JSON body, or the bytes of a file, or nothing at all. */
export type AnswerContent = z.ZodType | 'file' | 'nothing';

/** The answers of success. */
export interface Answers {
  200?: AnswerContent;
  201?: AnswerContent;
  202?: AnswerContent;
  204?: 'nothing';
}

/** What there is to know of a route without its code: what parses its requests, and what its contract says. */
export interface Description<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Success extends Answers = Answers,
> {
  service: string;
  version: `v${number}`;
  /** The path below the version, with its parameters named: `entries/{id}`. */
  route: string;
  /** Its name in generated clients, unique in the service: `listEntries`. */
  operation: string;
  /** In a line. */
  summary: string;
  /** What the summary leaves out, in Markdown. */
  details?: string;
  /** The part of the service that it belongs to. */
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `application/json` alone unless told. */
  mediaTypes?: readonly MediaType[];
  bodyLimitBytes?: number;
  /** What becomes of the same request sent again: every POST and PATCH states it. */
  repetition?: Stated;
  answers: Success;
  /** Failures that are its own. Those that every such route can have need not be named (lib/http/failures.ts). */
  failures?: readonly ErrorKey[];
}

/** What a handler gives: one of the answers that its description names. 200 unless told. */
export type AnswerOf<Success extends Answers> =
  | {
      [Status in keyof Success]: Success[Status] extends z.ZodType
        ? (Status extends 200 ? { status?: 200 } : { status: Status }) & { body: z.output<Success[Status]> }
        : Success[Status] extends 'file'
          ? { download: Download }
          : { status: Status };
    }[keyof Success]
  /** The body as a text, of what is not parsed on the way. */
  | { json: string };
